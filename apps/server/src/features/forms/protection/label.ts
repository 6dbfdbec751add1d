import { classify, type Label } from '#features/engagement/index.ts';
import type { Signals } from '#platform/inbox/event.ts';
import type { Submission } from '../submissions/inbox-kinds.ts';

/** By the rules of clicks. A script asks for no page, so only a page that was sent by itself is looked at like one. */
export const labelOf = (signals: Signals, { way }: Pick<Submission, 'way'>): Label =>
  classify({ signals, method: 'GET', asks: way === 'page' ? 'page' : 'image', subjects: 1 }).label;
