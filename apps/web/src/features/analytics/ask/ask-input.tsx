import { MessageCircleQuestionMark, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { TextInput } from '#ui/text-input.tsx';

type AskInputProps = {
  text: string;
  offersFor: (typed: string) => string[];
  onAsk: (text: string) => void;
  /** Why the last text is no question. */
  fault: string | undefined;
};

/** A line of text with whole questions below it, by the pattern of a combobox with a list. */
export function AskInput({ text, offersFor, onAsk, fault }: AskInputProps) {
  const { t } = useTranslation('ask');
  const id = useId();
  const { typed, offers, active, isOpen, ...on } = useOffers({ text, offersFor, onAsk });
  return (
    <div className="relative">
      <TextInput
        icon={MessageCircleQuestionMark}
        role="combobox"
        aria-label={t('label')}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        aria-invalid={fault ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={t('placeholder')}
        value={typed}
        suffix={typed && <IconButton size="sm" icon={X} label={t('clear')} onClick={() => on.ask('')} />}
        onChange={({ currentTarget }) => on.type(currentTarget.value)}
        onFocus={on.open}
        onBlur={on.close}
        onKeyDown={on.key}
      />
      <Offers {...{ id, offers, active, isOpen }} onChoose={on.ask} />
      <p aria-live="polite" className="sr-only">
        {isOpen && t('offered', { count: offers.length })}
      </p>
      <p id={`${id}-fault`} role="status" className={cx('text-sm text-danger-text', fault && 'mt-2')}>
        {fault}
      </p>
    </div>
  );
}

type OffersProps = {
  id: string;
  offers: readonly string[];
  active: number;
  isOpen: boolean;
  onChoose: (offer: string) => void;
};

/** The focus stays in the line above, which names the active one. */
function Offers({ id, offers, active, isOpen, onChoose }: OffersProps) {
  const { t } = useTranslation('ask');
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={t('options')}
      hidden={!isOpen}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-auto rounded-md border border-line-strong bg-surface p-1 shadow-lg"
    >
      {offers.map((offer, at) => (
        <div
          key={offer}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={cx(
            'cursor-pointer rounded-sm px-2.5 py-2 text-sm text-ink hover:bg-fill',
            at === active && 'bg-fill',
          )}
          // Before the line loses the focus, which would close the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(offer);
          }}
        >
          {offer}
        </div>
      ))}
    </div>
  );
}

type Given = Pick<AskInputProps, 'text' | 'offersFor' | 'onAsk'>;

function useOffers({ text, offersFor, onAsk }: Given) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [isFocused, setFocused] = useState(false);
  const [active, setActive] = useState(-1);
  // The address changed: back, a link, another language.
  if (text !== known) {
    setKnown(text);
    setTyped(text);
  }
  const offers = isFocused ? offersFor(typed) : [];
  const ask = (asked: string) => {
    setTyped(asked);
    setFocused(false);
    setActive(-1);
    onAsk(asked);
  };
  const open = () => setFocused(true);
  const key = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive((now) => (isFocused && now + 1 < offers.length ? now + 1 : 0)),
      ArrowUp: () => setActive((now) => (now > 0 ? now - 1 : offers.length - 1)),
      Enter: () => ask(offers[active] ?? typed),
      Escape: () => (isFocused && offers.length > 0 ? setFocused(false) : ask('')),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    if (event.key.startsWith('Arrow')) open();
    move();
  };
  const type = (next: string) => {
    setTyped(next);
    setActive(-1);
    open();
  };
  return { typed, offers, active, isOpen: offers.length > 0, ask, open, close: () => setFocused(false), key, type };
}
