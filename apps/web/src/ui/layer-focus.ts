const FIELD = 'input:not([type=hidden]), textarea, select, [role=combobox]';

/** Layers are opened by state, not by a trigger they know, so each remembers what had the focus before. */
const openers = new WeakMap<EventTarget, HTMLElement>();

export function rememberOpener(event: Event) {
  const active = document.activeElement;
  const layer = event.currentTarget;
  if (!layer || !(active instanceof HTMLElement)) return;
  // A menu item is gone when the layer closes; the button of its menu is still there.
  const menuButton = active.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  if (opener && opener !== document.body) openers.set(layer, opener);
}

/** A layer that opened meanwhile, as from the palette, has the focus rightly and keeps it. */
const isInAnotherLayer = (layer: EventTarget | null) => {
  const holder = document.activeElement?.closest('[role=dialog], [role=alertdialog]');
  return holder !== null && holder !== undefined && holder !== layer;
};

export function returnFocus(event: Event) {
  if (isInAnotherLayer(event.currentTarget)) {
    event.preventDefault();
    return;
  }
  const opener = event.currentTarget ? openers.get(event.currentTarget) : undefined;
  // Deleting takes the opener away too; reading then goes on at the heading of what is left, not at the top of the page.
  const next = opener && !opener.isConnected ? document.querySelector<HTMLElement>('[data-arrival]') : opener;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Where focus starts in a dialog or sheet: the marked element, else the first field, else the layer itself.
 * Never the close button: its tooltip would open and take the first Esc.
 */
export function enterLayer(event: Event) {
  rememberOpener(event);
  const layer = event.currentTarget;
  if (!(layer instanceof HTMLElement)) return;
  event.preventDefault();
  const marked = layer.querySelector<HTMLElement>('[data-autofocus]');
  const field = layer.querySelector<HTMLElement>(`[data-layer-body] :is(${FIELD})`);
  (marked ?? field ?? layer).focus({ preventScroll: true });
}
