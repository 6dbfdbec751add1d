import type { EmailBlock, EmailColor } from '@waggle/contracts/email-document';
import { CodeXml, ImageIcon } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { WordsBlock } from '../blocks/kinds.ts';
import { networkName } from '../blocks/networks.ts';
import { useCanvas } from './canvas-context.ts';
import { bodyFont, buttonLook, cssColor, lettersOf, wordsColor } from './looks.ts';
import { Inline, linkColor, Rich } from './words.tsx';

type Kind<Name extends EmailBlock['kind']> = Extract<EmailBlock, { kind: Name }>;
type PlainBlock = Exclude<EmailBlock, { kind: 'columns' }>;

/** A block as its reader sees it, or what is still missing. `surface` is the color it stands on. */
export function BlockView({ block, surface }: { block: PlainBlock; surface: EmailColor }) {
  switch (block.kind) {
    case 'heading':
    case 'text':
    case 'button':
    case 'footer':
      return <Words block={block} surface={surface} />;
    case 'image':
      return <Picture block={block} />;
    case 'divider':
      return (
        <div
          style={{
            borderTop: `${block.thickness ?? 1}px ${block.look ?? 'solid'} ${cssColor(block.color ?? 'line')}`,
          }}
        />
      );
    case 'spacer':
      return <div style={{ height: block.height }} />;
    case 'social':
      return <Social block={block} surface={surface} />;
    default:
      return <HtmlPiece block={block} />;
  }
}

export function useWordsStyle(block: WordsBlock, surface: EmailColor): { outer: CSSProperties; inner: CSSProperties } {
  const { theme, screen } = useCanvas();
  const link = { '--email-link': linkColor(surface) } as CSSProperties;
  if (block.kind === 'button')
    return { outer: { textAlign: block.align ?? 'left' }, inner: { ...link, ...buttonLook(block, theme, surface) } };
  return { outer: {}, inner: { ...link, ...lettersOf(block, { theme, surface, screen }) } };
}

function Words({ block, surface }: { block: WordsBlock; surface: EmailColor }) {
  const { t } = useTranslation('email-editor');
  const { outer, inner } = useWordsStyle(block, surface);
  const isRich = block.kind === 'text' || block.kind === 'footer';
  const runs = isRich
    ? block.body.flatMap((node) => (node.type === 'paragraph' ? node.children : node.items))
    : wordsIn(block);
  return (
    <div style={outer}>
      <div className="email-words" style={inner}>
        {runs.length === 0 && <p className="opacity-50">{t(`placeholders.${block.kind}`)}</p>}
        {runs.length > 0 &&
          (isRich ? (
            <Rich nodes={block.body} />
          ) : (
            <p>
              <Inline runs={wordsIn(block)} />
            </p>
          ))}
      </div>
    </div>
  );
}

const wordsIn = (block: WordsBlock) =>
  block.kind === 'heading' ? block.text : block.kind === 'button' ? block.label : [];

function Picture({ block }: { block: Kind<'image'> }) {
  // Remembered by address: another one deserves another try.
  const [failed, setFailed] = useState<string>();
  if (block.src === '' || failed === block.src) return <NoPicture block={block} isMissing={block.src !== ''} />;
  return (
    <div style={{ textAlign: block.align ?? 'center' }}>
      <img
        src={block.src}
        alt={block.alt}
        draggable={false}
        referrerPolicy="no-referrer"
        onError={() => setFailed(block.src)}
        style={{ display: 'inline-block', maxWidth: '100%', width: block.width ?? '100%', borderRadius: block.radius }}
      />
    </div>
  );
}

function NoPicture({ block, isMissing }: { block: Kind<'image'>; isMissing: boolean }) {
  const { t } = useTranslation('email-editor');
  return (
    <div
      className="flex min-h-36 flex-col items-center justify-center gap-2 border border-dashed p-6 text-center text-sm"
      style={{ borderColor: cssColor('line'), background: cssColor('tint'), color: cssColor('muted') }}
    >
      <ImageIcon aria-hidden className="size-6" />
      <span>{isMissing ? t('image.notShown') : t('placeholders.image')}</span>
      {block.alt !== '' && <span style={{ color: cssColor('text') }}>{block.alt}</span>}
    </div>
  );
}

function Social({ block, surface }: { block: Kind<'social'>; surface: EmailColor }) {
  const { t } = useTranslation('email-editor');
  const { theme } = useCanvas();
  const style = {
    textAlign: block.align ?? 'left',
    fontFamily: bodyFont(theme),
    fontSize: block.size ?? 14,
    color: wordsColor(block.color, surface, 'muted'),
  } as const;
  if (block.links.length === 0) return <p style={{ ...style, opacity: 0.5 }}>{t('placeholders.social')}</p>;
  return (
    <p style={style}>
      {block.links.map(({ network }) => (
        <span key={network} className="mr-3 inline-block underline">
          {networkName(network, t('social.website'))}
        </span>
      ))}
    </p>
  );
}

/** HTML is not drawn on the canvas, where it could reach the rest of the screen; the preview draws it in a frame of its own. */
function HtmlPiece({ block }: { block: Kind<'html'> }) {
  const { t } = useTranslation('email-editor');
  const first = block.html.trim().slice(0, 160);
  return (
    <div
      className="flex items-start gap-3 p-4 font-mono text-xs break-all"
      style={{ background: cssColor('tint'), color: cssColor('muted') }}
    >
      <CodeXml aria-hidden className="mt-0.5 size-4 shrink-0" />
      {first === '' ? <span className="font-sans text-sm">{t('placeholders.html')}</span> : first}
    </div>
  );
}
