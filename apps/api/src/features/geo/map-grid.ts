/** Counts the points of a part of a map by the cells of a grid. */
import { closestZoom, type MapPart } from '@servicebook/shared/geo';
import { Prisma } from '../../generated/prisma/client.ts';

/** A cell is a quarter of a tile of 256 pixels, which is about a circle with a number. */
const cellsPerTile = 4;
/** A larger grid has larger cells. As many fill a screen of 1920 by 1080 pixels. */
const maxCells = 800;

/** Beyond it, Web Mercator has no place for a point; everything there counts as here. */
const northernmost = 85;

/** Where a point is in Web Mercator, from 0 in the west and north to 1. */
const columnOf = (longitude: number) => (longitude + 180) / 360;
const rowOf = (latitude: number) => {
  const shown = Math.max(-northernmost, Math.min(northernmost, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (shown * Math.PI) / 360)) / (2 * Math.PI);
};
const longitudeOf = (column: number) => column * 360 - 180;
const latitudeOf = (row: number) => (Math.atan(Math.exp((0.5 - row) * 2 * Math.PI)) * 360) / Math.PI - 90;

/** The same in SQL. */
const column = Prisma.sql`(longitude + 180) / 360`;
const row = Prisma.sql`0.5 - ln(tan(pi() / 4 + radians(least(${northernmost}, greatest(-${northernmost}::float, latitude))) / 2)) / (2 * pi())`;

export interface Grid {
  /** Cells around the globe, and from north to south. */
  cells: number;
  south: number;
  north: number;
  /** West and east; two of them if the part crosses the 180th meridian. */
  spans: [number, number][];
}

/** The grid of a part of a map, which is widened to whole cells, so that their numbers do not depend on its edges. */
export function gridOf({ west, south, east, north, zoom }: MapPart): Grid {
  const cells = cellsPerTile * 2 ** zoom;
  const within = (position: number) => Math.min(cells - 1, Math.floor(position * cells));
  const [first, last] = [within(columnOf(west)), within(columnOf(east))];
  const [top, bottom] = [within(rowOf(north)), within(rowOf(south))];
  const spans: [number, number][] =
    west <= east
      ? [[first, last]]
      : first <= last
        ? [[0, cells - 1]]
        : [
            [first, cells - 1],
            [0, last],
          ];
  const columns = spans.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (columns * (bottom - top + 1) > maxCells) return gridOf({ west, south, east, north, zoom: zoom - 1 });
  return {
    cells,
    south: bottom === cells - 1 ? -90 : latitudeOf((bottom + 1) / cells),
    north: top === 0 ? 90 : latitudeOf(top / cells),
    spans: spans.map(([from, to]) => [longitudeOf(from / cells), longitudeOf((to + 1) / cells)]),
  };
}

/** Whether a point is in a grid. */
export const isInGrid =
  ({ south, north, spans }: Grid) =>
  ({ latitude, longitude }: { latitude: Prisma.Sql; longitude: Prisma.Sql }): Prisma.Sql =>
    Prisma.sql`
    ${latitude} BETWEEN ${south} AND ${north} AND (${Prisma.join(
      spans.map(([west, east]) => Prisma.sql`${longitude} BETWEEN ${west} AND ${east}`),
      ' OR ',
    )})`;

/**
 * Points with their `cell`, and with `x` and `y` as parts of the globe. The offset keeps each from being computed three
 * times.
 * @param points a table with latitude and longitude
 */
export const inCells = ({ cells }: Grid, points: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT *, least(floor(x * ${cells}::float), ${cells - 1}) + floor(y * ${cells}::float) * ${cells}::float AS cell
    FROM (SELECT *, ${column} AS x, ${row} AS y FROM ${points} OFFSET 0) AS projected) AS in_cells`;

/** How far the points of a cell are from each other, as a part of the globe. */
export const spread = Prisma.sql`greatest(max(x) - min(x), max(y) - min(y))`;

/** The zoom at which points with this spread are two cells apart. */
export const opensAt = (spreadOfPoints: number): number =>
  Math.max(
    0,
    Math.min(
      closestZoom,
      spreadOfPoints > 0 ? Math.ceil(Math.log2(2 / cellsPerTile / spreadOfPoints)) : closestZoom,
    ),
  );
