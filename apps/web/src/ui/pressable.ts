import type { MouseEvent } from 'react';

type PressableInput = {
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  disabledReason?: string | undefined;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
};

/** Busy and disabled buttons stay focusable, so that their reason can be read; only the press is stopped. */
export function pressable({ busy, disabled, disabledReason, onClick }: PressableInput) {
  const inactive = busy === true || disabled === true || disabledReason !== undefined;
  return {
    inactive,
    pressProps: {
      'aria-busy': busy || undefined,
      'aria-disabled': inactive || undefined,
      // Preventing the click also keeps a submit button from submitting twice.
      onClick: inactive ? (event: MouseEvent<HTMLButtonElement>) => event.preventDefault() : onClick,
    },
  };
}
