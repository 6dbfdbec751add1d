const dayMs = 86_400_000;
const keyOf = (formId: string) => `waggle:form:${formId}`;

/** When the form was last shown, and whether it was sent; kept by the page it is shown on, and by nobody else. */
type Memory = { shown?: number; sent?: number };

export function recall(formId: string): Memory {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(formId)) || '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    // Blocked, or written by somebody else.
    return {};
  }
}

export function remember(formId: string, more: Memory): void {
  try {
    localStorage.setItem(keyOf(formId), JSON.stringify(Object.assign(recall(formId), more)));
  } catch {
    // Without a place to keep it, the form opens again on the next page.
  }
}

/** `again`: days until it may open by itself once more, `0` for every page, `once` for never. Who sent it is left alone. */
export function mayOpen({ shown, sent }: Memory, again: string, now: number): boolean {
  if (sent) return false;
  if (!shown || again === '0') return true;
  const days = Number(again);
  return days > 0 && now - shown >= days * dayMs;
}
