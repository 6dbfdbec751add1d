const names: Record<string, string> = {
  enter: '↵',
  backspace: '⌫',
  up: '↑',
  down: '↓',
  esc: 'Esc',
  shift: '⇧',
};

const isApple = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** 'mod+k' becomes ⌘K on Apple devices and Ctrl K elsewhere. */
export function shortcutText(keys: string) {
  const apple = isApple();
  const parts = keys.split('+').map((key) => {
    if (key === 'mod') return apple ? '⌘' : 'Ctrl';
    return names[key] ?? key.toUpperCase();
  });
  return parts.join(apple ? '' : ' ');
}
