package ThirdReich;

import java.awt.Point;

import VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering;

/** What the class of that name in the Third Reich family of modules does with rows; sideways grids only. */
public class ObliqueHexGridNumbering extends HexGridNumbering {
  @Override
  public int getRow(Point place) {
    int slant = getGrid().isSideways() ? (getColumn(place) - 1) / 2 : 0;
    return super.getRow(place) - slant;
  }
}
