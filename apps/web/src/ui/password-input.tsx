import { Eye, EyeOff } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useUiText } from './ui-text.tsx';

type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix'>;

export function PasswordInput({ autoComplete = 'current-password', onKeyUp, onBlur, ...rest }: PasswordInputProps) {
  const text = useUiText();
  const [revealed, setRevealed] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  function noticeCapsLock(event: KeyboardEvent<HTMLInputElement>) {
    // Password managers fire key events that have no modifier state.
    if (typeof event.getModifierState === 'function') setCapsLock(event.getModifierState('CapsLock'));
    onKeyUp?.(event);
  }

  function forgetCapsLock(event: FocusEvent<HTMLInputElement>) {
    setCapsLock(false);
    onBlur?.(event);
  }

  return (
    <>
      <TextInput
        {...rest}
        type={revealed ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        onKeyUp={noticeCapsLock}
        onBlur={forgetCapsLock}
        suffix={
          <IconButton
            label={revealed ? text.hidePassword : text.showPassword}
            icon={revealed ? EyeOff : Eye}
            size={rest.size === 'lg' ? 'md' : 'sm'}
            aria-pressed={revealed}
            onClick={() => setRevealed(!revealed)}
          />
        }
      />
      <output className="block text-xs text-warning-text empty:hidden">{capsLock ? text.capsLockOn : null}</output>
    </>
  );
}
