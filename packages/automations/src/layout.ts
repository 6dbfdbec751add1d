import type { Lane, Step } from '@waggle/contracts/automation-document';

/** Pixels of the canvas. */
export const sizes = { width: 292, height: 64, laneHeight: 32, gapX: 40, gapY: 44 } as const;

/** What is drawn: what lets people in, a step, or the head of a lane. */
export type PlacedNode = { id: string; kind: 'start' | 'step' | 'lane'; x: number; y: number; height: number };
export type PlacedEdge = { id: string; from: string; to: string };
export type Layout = { nodes: PlacedNode[]; edges: PlacedEdge[]; width: number; height: number };

export const startId = 'start';

type Cursor = { nodes: PlacedNode[]; edges: PlacedEdge[] };
/** The nodes from which people come, and the pixel below which there is room. */
type Bottom = { open: string[]; y: number };

/** Top to bottom, lanes side by side. Nodes are in the order in which steps are read, so that the keyboard follows it. */
export function layoutOf(steps: readonly Step[], startHeight: number = sizes.height): Layout {
  const drawn: Cursor = { nodes: [], edges: [] };
  const width = widthOf(steps);
  drawn.nodes.push({ id: startId, kind: 'start', x: middle(0, width), y: 0, height: startHeight });
  const { y } = placeList(drawn, steps, { open: [startId], y: startHeight + sizes.gapY }, { x: 0, width });
  return { ...drawn, width, height: y - sizes.gapY };
}

type Column = { x: number; width: number };

function placeList(drawn: Cursor, steps: readonly Step[], from: Bottom, column: Column): Bottom {
  let bottom = from;
  for (const step of steps) {
    addNode(drawn, { id: step.id, kind: 'step', height: sizes.height }, bottom, column);
    bottom = { open: step.kind === 'leave' ? [] : [step.id], y: bottom.y + sizes.height + sizes.gapY };
    if ('lanes' in step) bottom = placeLanes(drawn, step, bottom.y, column);
  }
  return bottom;
}

/** Lanes come together below the longest of them. */
function placeLanes(
  drawn: Cursor,
  { id, lanes }: { id: string; lanes: readonly Lane[] },
  y: number,
  column: Column,
): Bottom {
  let x = column.x + (column.width - lanesWidth(lanes)) / 2;
  const bottoms = lanes.map((lane) => {
    const own = { x, width: widthOf(lane.steps) };
    x += own.width + sizes.gapX;
    addNode(drawn, { id: lane.id, kind: 'lane', height: sizes.laneHeight }, { open: [id], y }, own);
    return placeList(drawn, lane.steps, { open: [lane.id], y: y + sizes.laneHeight + sizes.gapY }, own);
  });
  return { open: bottoms.flatMap(({ open }) => open), y: Math.max(...bottoms.map((bottom) => bottom.y)) };
}

function addNode(drawn: Cursor, node: Omit<PlacedNode, 'x' | 'y'>, { open, y }: Bottom, { x, width }: Column): void {
  drawn.nodes.push({ ...node, x: middle(x, width), y });
  for (const from of open) drawn.edges.push({ id: `${from}-${node.id}`, from, to: node.id });
}

const middle = (x: number, width: number): number => x + (width - sizes.width) / 2;

const widthOf = (steps: readonly Step[]): number =>
  Math.max(sizes.width, ...steps.map((step) => ('lanes' in step ? lanesWidth(step.lanes) : sizes.width)));

const lanesWidth = (lanes: readonly Lane[]): number =>
  lanes.reduce((sum, lane) => sum + widthOf(lane.steps), 0) + sizes.gapX * (lanes.length - 1);
