import type { EmailBlock, InlineRun, RichNode } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { wordsOf } from '../blocks/kinds.ts';
import { useFields } from '../fields/fields-context.ts';

type FallbacksProps = { block: EmailBlock; onChange: (block: EmailBlock) => void };

/** What stands for a field whose contact has none. One for each field of the block. */
export function Fallbacks({ block, onChange }: FallbacksProps) {
  const { t } = useTranslation('email-editor');
  const { label } = useFields();
  const used = new Map(wordsOf(block).flatMap((run) => ('field' in run ? [[run.field, run.fallback] as const] : [])));
  return [...used].map(([field, fallback]) => (
    <Field key={field} label={t('fields.fallback', { field: label(field) })} hint={t('fields.fallbackHint')}>
      {(control) => (
        <TextInput
          {...control}
          value={fallback}
          maxLength={200}
          onChange={(event) => onChange(withFallback(block, field, event.currentTarget.value.replaceAll(/[{}]/g, '')))}
        />
      )}
    </Field>
  ));
}

export function withFallback(block: EmailBlock, field: string, fallback: string): EmailBlock {
  const runs = (all: readonly InlineRun[]) =>
    all.map((run) => ('field' in run && run.field === field ? { ...run, fallback } : run));
  const nodes = (all: readonly RichNode[]) =>
    all.map((node) =>
      node.type === 'paragraph'
        ? { ...node, children: runs(node.children) }
        : { ...node, items: node.items.map((item) => runs(item)) },
    );
  if (block.kind === 'heading') return { ...block, text: runs(block.text) };
  if (block.kind === 'button') return { ...block, label: runs(block.label) };
  return block.kind === 'text' || block.kind === 'footer' ? { ...block, body: nodes(block.body) } : block;
}
