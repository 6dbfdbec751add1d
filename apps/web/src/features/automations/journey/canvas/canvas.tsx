import '@xyflow/react/dist/style.css';
import './canvas.css';
import { layoutOf, sizes, startId } from '@waggle/automations/layout';
import {
  Background,
  type Edge,
  MiniMap,
  type Node,
  type NodeHandle,
  Position,
  ReactFlow,
  ReactFlowProvider,
} from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../../editor/editor-context.ts';
import { CanvasControls, fit } from './canvas-controls.tsx';
import { CanvasContext } from './canvas-context.ts';
import { LaneNode, StartNode, StepNode } from './nodes.tsx';
import { StepPalette } from './step-palette.tsx';
import { useCanvasParts } from './use-canvas-parts.ts';
import { useNodeKeys } from './use-node-keys.ts';

const nodeTypes = { start: StartNode, step: StepNode, lane: LaneNode };
/** The library lets presses through nodes that nobody drags or selects. */
const pressable = { pointerEvents: 'all' } as const;
/** Pixels of what lets people in, and of each further trigger. */
const [startHeight, triggerHeight] = [64, 20];

/** A second view of the list. Nothing is dragged: where a step stands says the document. */
export function Canvas({ onEdit }: { onEdit: () => void }) {
  return (
    <CanvasContext value={useCanvasParts()}>
      <ReactFlowProvider>
        <Drawing onEdit={onEdit} />
      </ReactFlowProvider>
    </CanvasContext>
  );
}

function Drawing({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation('automation-editor');
  const { document, readOnly } = useEditor();
  const { nodes, edges } = useDrawn();
  const presses = useNodeKeys(onEdit);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- presses of the buttons inside come up to it
    <section aria-label={t('canvas.label')} className="relative min-h-96 flex-1 bg-canvas" {...presses}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        // Buttons inside the nodes take the keyboard, in the order in which steps are read.
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        disableKeyboardA11y
        zoomOnDoubleClick={false}
        panOnScroll
        minZoom={0.2}
        maxZoom={1.5}
        fitView
        fitViewOptions={fit}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={16} size={1} color="var(--line-strong)" />
        {document.steps.length > 4 && (
          <MiniMap
            ariaLabel={t('canvas.map')}
            pannable
            nodeColor="var(--fill-pressed)"
            bgColor="var(--surface)"
            maskColor="transparent"
            className="rounded-md border border-line-strong"
            style={{ width: 108, height: 72 }}
          />
        )}
        <CanvasControls />
      </ReactFlow>
      {!readOnly && <StepPalette />}
    </section>
  );
}

/** Said before, so that the drawing is there at once: otherwise all of it stays hidden until each node has been measured. */
const handlesAt = (height: number): NodeHandle[] => [
  { type: 'target', position: Position.Top, x: sizes.width / 2, y: 0, width: 1, height: 1 },
  { type: 'source', position: Position.Bottom, x: sizes.width / 2, y: height, width: 1, height: 1 },
];

function useDrawn(): { nodes: Node[]; edges: Edge[] } {
  const { document } = useEditor();
  const { steps, triggers } = document;
  return useMemo(() => {
    const layout = layoutOf(steps, startHeight + Math.max(triggers.length - 1, 0) * triggerHeight);
    return {
      nodes: layout.nodes.map(({ id, kind, x, y, height }) => ({
        id,
        type: kind,
        position: { x, y },
        data: {},
        style: pressable,
        measured: { width: sizes.width, height },
        handles: handlesAt(height),
      })),
      edges: layout.edges.map(({ id, from, to }) => ({
        id,
        source: from,
        target: to,
        type: 'smoothstep',
        // Nobody presses a line, so none gets a second, wider one for the pointer.
        interactionWidth: 0,
        className: from === startId ? 'journey-start' : '',
      })),
    };
  }, [steps, triggers.length]);
}
