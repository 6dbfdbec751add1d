import type { Step } from '@waggle/contracts/automation-document';
import { createContext, use } from 'react';

/**
 * Nodes are made by the library, which hands them nothing of ours. Words and figures are worked out once for all of them: a hundred
 * nodes that each ask for translations take longer than the drawing.
 */
export type CanvasParts = {
  /** The name of the plus below a node; null for who may only look. */
  addBelow: string | null;
  hereNow: string;
  number: (value: number) => string;
  /** What is wrong with a step; empty where nothing is. */
  wrongOf: (stepId: string) => string;
  resultOf: (step: Step) => string;
};

export const CanvasContext = createContext<CanvasParts | null>(null);

export function useCanvas(): CanvasParts {
  const canvas = use(CanvasContext);
  if (!canvas) throw new Error('This part belongs on the canvas');
  return canvas;
}
