import type { EmailBlock, EmailDocument } from '@waggle/contracts/email-document';
import { Palette as ThemeIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Icon } from '#ui/icon.ts';
import { blockIcons, hasWords } from '../blocks/kinds.ts';
import { locate } from '../blocks/places.ts';
import { spaceOf } from '../canvas/looks.ts';
import type { EditorCommands } from '../state/commands.ts';
import { withPart, type FormProps } from './block-form.ts';
import { ButtonForm } from './button-form.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { Fallbacks } from './fallbacks.tsx';
import { HtmlForm } from './html-form.tsx';
import { ImageForm } from './image-form.tsx';
import { DividerForm, SpacerForm } from './line-forms.tsx';
import { ColorChoice, Fold, Pixels } from './parts.tsx';
import { ShowIfForm } from './show-if.tsx';
import { SocialForm } from './social-form.tsx';
import { ThemeForm } from './theme-form.tsx';
import { WordsForm } from './words-form.tsx';

type InspectorProps = { email: EmailDocument; selected: string | null; commands: EditorCommands };

/** Everything about the selected block that is not its words; without one, the looks of the whole email. */
export function Inspector({ email, selected, commands }: InspectorProps) {
  const { t } = useTranslation('email-editor');
  const found = selected === null ? undefined : locate(email.blocks, selected);
  if (!found)
    return (
      <Frame icon={ThemeIcon} title={t('theme.title')}>
        <ThemeForm
          theme={email.theme}
          onChange={(part, what) =>
            commands.edit((own) => ({ ...own, theme: { ...own.theme, ...part } }), { run: `theme ${what}` })
          }
        />
      </Frame>
    );
  const { block, place } = found;
  return (
    <Frame key={block.id} icon={blockIcons[block.kind]} title={t(`kinds.${block.kind}`)}>
      <BlockForm
        block={block}
        inColumn={place.list !== 'email'}
        palette={email.theme.light}
        replace={(next, what) => commands.replace(block.id, next, what)}
      />
    </Frame>
  );
}

function Frame({ icon: Icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h3 className="flex items-center gap-2 text-sm font-medium text-ink">
        <Icon aria-hidden className="size-4 text-subtle" />
        {title}
      </h3>
      {children}
    </section>
  );
}

type BlockFormProps = {
  block: EmailBlock;
  inColumn: boolean;
  palette: FormProps['palette'];
  replace: (change: (block: EmailBlock) => EmailBlock, what: string) => void;
};

function BlockForm({ block, inColumn, palette, replace }: BlockFormProps) {
  const { t } = useTranslation('email-editor');
  const change = (part: Partial<EmailBlock>) => replace((now) => withPart(now, part), Object.keys(part).join(' '));
  return (
    <>
      {hasWords(block) && <Fallbacks block={block} onChange={(next) => replace(() => next, 'fallback')} />}
      <KindForm block={block} change={change} palette={palette} />
      <Fold label={t('inspector.space')}>
        <SpaceForm block={block} inColumn={inColumn} change={change} palette={palette} />
      </Fold>
      <Fold label={t('showIf.title')}>
        <ShowIfForm block={block} onChange={(showIf) => change({ showIf })} />
      </Fold>
    </>
  );
}

const forms: Record<EmailBlock['kind'], (props: never) => ReactNode> = {
  heading: WordsForm,
  text: WordsForm,
  footer: WordsForm,
  button: ButtonForm,
  image: ImageForm,
  columns: ColumnsForm,
  divider: DividerForm,
  spacer: SpacerForm,
  social: SocialForm,
  html: HtmlForm,
};

function KindForm(props: FormProps) {
  // Each form is listed under the kind of its block.
  const Form = forms[props.block.kind] as (props: FormProps) => ReactNode;
  return <Form {...props} />;
}

function SpaceForm({ block, inColumn, change, palette }: FormProps & { inColumn: boolean }) {
  const { t } = useTranslation('email-editor');
  const space = spaceOf(block, inColumn);
  const set = (part: NonNullable<EmailBlock['space']>) => change({ space: { ...block.space, ...part } });
  return (
    <>
      <Pixels label={t('inspector.above')} max={160} value={space.top} onChange={(top) => set({ top })} />
      <Pixels label={t('inspector.below')} max={160} value={space.bottom} onChange={(bottom) => set({ bottom })} />
      <Pixels label={t('inspector.sides')} max={120} value={space.side} onChange={(side) => set({ side })} />
      {!inColumn && (
        <ColorChoice
          label={t('inspector.background')}
          value={block.background}
          usual="paper"
          palette={palette}
          onChange={(background) => change({ background })}
        />
      )}
    </>
  );
}
