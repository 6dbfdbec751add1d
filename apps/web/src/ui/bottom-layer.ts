/** In the middle of a desk; on a phone at the bottom edge, where the thumb is. */
export const fromBottomClass = 'place-items-center p-4 max-sm:items-end max-sm:p-0';

/** With the short bar on top that layers from the bottom have. */
export const bottomLayerClass =
  'max-h-[calc(100dvh-2rem)] rounded-xl max-sm:rounded-b-none max-sm:pt-3 max-sm:pb-[env(safe-area-inset-bottom)] max-sm:before:absolute max-sm:before:top-2 max-sm:before:left-1/2 max-sm:before:h-1 max-sm:before:w-9 max-sm:before:-translate-x-1/2 max-sm:before:rounded-full max-sm:before:bg-line-strong';
