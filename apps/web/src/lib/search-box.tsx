import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from '#ui/kbd.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useShortcuts } from './shortcuts.ts';

const waitMs = 250;

type SearchBoxProps = { label: string; value: string; onSearch: (text: string) => void; className?: string | undefined };

/** Searches a moment after the last key; `/` puts the cursor here. */
export function SearchBox({ label, value, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => search.current(typed.trim()), waitMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  useShortcuts({ '/': () => input.current?.focus() });

  return (
    <TextInput
      ref={input}
      type="search"
      icon={Search}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      suffix={<Kbd className="mr-1.5">/</Kbd>}
      className={className}
    />
  );
}
