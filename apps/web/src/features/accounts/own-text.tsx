import type { Inline, LegalBlock, LegalText } from '@waggle/contracts/legal';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { textLinkClass } from './auth-frame.tsx';

/** Text of the operator. It comes as a tree, so nothing of it is ever read as HTML. */
export function OwnText({ text: { blocks, date } }: { text: LegalText }) {
  const { t } = useTranslation('legal');
  const format = useFormat('UTC');
  return (
    <>
      <p className="mt-2 text-md text-muted">{t('date', { date: format.date(`${date}T12:00:00Z`) })}</p>
      {blocks.map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (block.kind === 'paragraph') return <p className="mt-3 text-base leading-6 text-muted">{inlines(block.text)}</p>;
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return <Heading className="mt-7 text-md font-semibold text-ink">{inlines(block.text)}</Heading>;
  }
  const List = block.isNumbered ? 'ol' : 'ul';
  return (
    <List
      className={`mt-3 flex flex-col gap-1.5 pl-6 text-base leading-6 text-muted ${block.isNumbered ? 'list-decimal' : 'list-disc'}`}
    >
      {block.items.map((item, at) => (
        <li key={at}>{inlines(item)}</li>
      ))}
    </List>
  );
}

const inlines = (text: readonly Inline[]): ReactNode => text.map((inline, at) => <Piece key={at} inline={inline} />);

function Piece({ inline }: { inline: Inline }) {
  if (inline.kind === 'link') {
    return (
      <a href={inline.href} rel="noreferrer" className={textLinkClass}>
        {inline.text}
      </a>
    );
  }
  if (inline.kind === 'bold') return <strong className="font-semibold text-ink">{inline.text}</strong>;
  return inline.kind === 'italic' ? <em>{inline.text}</em> : inline.text;
}
