import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import { isId, madeAt } from './ids.ts';
import type { Seal } from './seal.ts';

/** A page left open for longer is shown once more before it is taken: the inbox looks back one day and no further. */
export const pageMs = 82_800_000;
const skewMs = 60_000;

export type ShownPage = { id: string; shownAt: number };

/** Which page somebody fills in and when they first saw it, signed for its form. It goes along from page to page. */
export function createPageTokens(seal: Seal, now: () => number = Date.now) {
  const nextId = createUuidV7(now);
  const signed = (formId: string, id: string) => `page ${formId} ${id}`;

  return {
    create(formId: string): string {
      const id = nextId();
      return `${id}.${seal.sign(signed(formId, id))}`;
    },
    /** Undefined for what was made up, belongs to another form, or is too old. */
    read(formId: string, token: string | undefined): ShownPage | undefined {
      const [id = '', signature = ''] = (token ?? '').split('.', 2);
      if (!isId(id) || !seal.isSigned(signed(formId, id), signature)) return undefined;
      const shownAt = madeAt(id);
      const age = now() - shownAt;
      return age <= pageMs && age >= -skewMs ? { id, shownAt } : undefined;
    },
  };
}
