import { stepsOf } from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutOf, sizes, startId } from './layout.ts';
import { anyDocument } from './random-document.fixture.ts';

test('every step and lane is drawn once, in the order in which it is read', () => {
  fc.assert(
    fc.property(anyDocument, ({ steps }) => {
      const { nodes } = layoutOf(steps);
      const drawn = nodes.filter(({ kind }) => kind === 'step').map(({ id }) => id);
      const lanes = [...stepsOf(steps)].flatMap((step) => ('lanes' in step ? step.lanes : []));
      expect(drawn).toEqual([...stepsOf(steps)].map(({ id }) => id));
      expect(nodes.filter(({ kind }) => kind === 'lane')).toHaveLength(lanes.length);
    }),
  );
});

test('nothing covers anything else, and everything is inside', () => {
  fc.assert(
    fc.property(anyDocument, ({ steps }) => {
      const { nodes, width, height } = layoutOf(steps);
      for (const [at, one] of nodes.entries()) {
        expect(one.x >= 0 && one.x + sizes.width <= width && one.y >= 0 && one.y + one.height <= height).toBe(true);
        for (const other of nodes.slice(at + 1)) {
          const beside = one.x + sizes.width <= other.x || other.x + sizes.width <= one.x;
          const above = one.y + one.height <= other.y || other.y + other.height <= one.y;
          expect(beside || above).toBe(true);
        }
      }
    }),
  );
});

test('lines lead down to steps that are drawn, and to every step that can be reached', () => {
  fc.assert(
    fc.property(anyDocument, ({ steps }) => {
      const { nodes, edges } = layoutOf(steps);
      const at = new Map(nodes.map((node) => [node.id, node]));
      for (const { from, to } of edges) expect(at.get(from)!.y).toBeLessThan(at.get(to)!.y);
      expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
      const [first] = steps;
      if (first) expect(edges).toContainEqual({ id: `${startId}-${first.id}`, from: startId, to: first.id });
    }),
  );
});
