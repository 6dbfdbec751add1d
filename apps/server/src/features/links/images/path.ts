/** An outline in modules: the few commands that SVG and PDF both have. Coordinates are absolute, x and y in turn. */
export type Command = { op: 'M' | 'L' | 'C' | 'Z'; at: number[] };
export type Path = Command[];

/** How far the handles of a cubic curve stand from its ends, so that it follows a quarter of a circle. */
const quarter = 0.5523;

type Box = { x: number; y: number; width: number; height: number };
/** Radii of the corners: top left, top right, bottom right, bottom left. */
type Radii = readonly [number, number, number, number];

export function box({ x, y, width, height }: Box, [tl, tr, br, bl]: Radii = [0, 0, 0, 0]): Path {
  const [right, bottom] = [x + width, y + height];
  const line = (toX: number, toY: number): Command => ({ op: 'L', at: [toX, toY] });
  const turn = (...at: number[]): Command[] => (at[0] === at[4] && at[1] === at[5] ? [] : [{ op: 'C', at }]);
  const near = (radius: number) => radius * (1 - quarter);
  return [
    { op: 'M', at: [x + tl, y] },
    line(right - tr, y),
    ...(tr > 0 ? turn(right - near(tr), y, right, y + near(tr), right, y + tr) : []),
    line(right, bottom - br),
    ...(br > 0 ? turn(right, bottom - near(br), right - near(br), bottom, right - br, bottom) : []),
    line(x + bl, bottom),
    ...(bl > 0 ? turn(x + near(bl), bottom, x, bottom - near(bl), x, bottom - bl) : []),
    line(x, y + tl),
    ...(tl > 0 ? turn(x, y + near(tl), x + near(tl), y, x + tl, y) : []),
    { op: 'Z', at: [] },
  ];
}

/** A square around a centre, as round as asked: `radius` of half its width is a circle. */
export function around(centre: { x: number; y: number }, width: number, radius: number): Path {
  const square = { x: centre.x - width / 2, y: centre.y - width / 2, width, height: width };
  return box(square, [radius, radius, radius, radius]);
}
