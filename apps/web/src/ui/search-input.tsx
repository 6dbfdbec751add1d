import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from './kbd.tsx';
import { TextInput } from './text-input.tsx';

const DEBOUNCE_MS = 250;

type SearchInputProps = {
  label: string;
  placeholder?: string | undefined;
  /** What the list is searched by now, e.g. from the address. */
  value: string;
  /** Called 250 ms after the last key. */
  onValueChange: (value: string) => void;
  /** '/' focuses it. One per view. */
  hotkey?: boolean | undefined;
  className?: string | undefined;
};

export function SearchInput({ label, placeholder, value, onValueChange, hotkey = true, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState<readonly string[]>([]);
  const report = useRef(onValueChange);
  useEffect(() => {
    report.current = onValueChange;
  });

  if (value !== known) {
    const at = told.indexOf(value);
    setKnown(value);
    setTold(at < 0 ? [] : told.slice(at + 1));
    // What was told comes back as the value, and letters typed meanwhile stay. Any other came from outside (Clear
    // filters, back button): follow it.
    if (at < 0) setTyped(value);
  }

  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      setTold((before) => [...before, typed]);
      report.current(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);

  useSlashKey(hotkey, input);

  return (
    <TextInput
      ref={input}
      type="search"
      icon={Search}
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      suffix={hotkey && typed === '' ? <Kbd className="mr-1.5 coarse:hidden">/</Kbd> : undefined}
      className={className}
    />
  );
}

function useSlashKey(active: boolean, input: { current: HTMLInputElement | null }) {
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const inField =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable=true]');
      if (inField) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active, input]);
}
