package VASSAL.build.module.map.boardPicker.board.mapgrid;

import java.awt.Point;

/** Stands in for engine 3.8's class, which the 3.6 engine of the tests lacks: the same rows. */
public class ObliqueHexGridNumbering extends HexGridNumbering {
  @Override
  public int getRow(Point place) {
    int half = getColumn(place) / 2;
    int row = super.getRow(place);
    boolean right = "true".equals(getAttributeValueString(STAGGER));
    return right ? row + half : row - half + 1;
  }
}
