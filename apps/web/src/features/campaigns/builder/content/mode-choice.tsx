import { useMutation } from '@tanstack/react-query';
import { previewCampaign } from '@waggle/contracts/campaign-checks';
import { AlignLeft, Code, MousePointer2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { Confirm } from '#ui/confirm.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { toast } from '#ui/toast-store.ts';
import { useBuilder } from '../builder-context.ts';
import { documentAround, fitsInBlock, isMjml, losesInBlock } from './documents.ts';

/** What of the email is looked at: itself, or its text for readers without HTML. */
export type ContentView = 'email' | 'text';
type ModeChoiceProps = { view: ContentView; onView: (view: ContentView) => void };

/**
 * Blocks, HTML or the plain text. From blocks there is HTML to go on with; HTML becomes one block. Either way it asks first.
 * The plain text is another view of the same email.
 */
export function ModeChoice({ view, onView }: ModeChoiceProps) {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, campaign, readOnly } = useBuilder();
  const { document, html } = draft.content;
  const mode = document ? 'visual' : 'html';
  const [asked, setAsked] = useState<'visual' | 'html'>();
  const { toHtml, isPending } = useToHtml(() => setAsked(undefined));
  const confirm = () => {
    if (asked === 'html') return toHtml();
    change({ content: { ...draft.content, html: '', document: documentAround(html) } });
    setAsked(undefined);
  };
  const choose = (next: 'visual' | 'html' | 'text') => {
    onView(next === 'text' ? 'text' : 'email');
    if (next === 'text' || next === mode) return;
    if (next === 'visual' && isMjml(html))
      toast({ tone: 'info', title: t('modes.mjml'), description: t('modes.mjmlText') });
    else if (next === 'visual' && !fitsInBlock(html))
      toast({ tone: 'info', title: t('modes.tooLong'), description: t('modes.tooLongText') });
    else if (next === 'html' && !campaign) toast({ tone: 'info', title: t('modes.saveFirst') });
    else setAsked(next);
  };
  const toVisualText = losesInBlock(html) ? 'modes.toVisualLoses' : 'modes.toVisualText';
  const options = [
    { value: 'visual', label: t('modes.visual'), icon: MousePointer2 },
    { value: 'html', label: t('modes.html'), icon: Code },
    { value: 'text', label: t('modes.text'), icon: AlignLeft },
  ] as const;
  return (
    <>
      <SegmentedControl
        label={t('modes.label')}
        options={options.filter(({ value }) => !readOnly || value === mode || value === 'text')}
        value={view === 'text' ? 'text' : mode}
        onValueChange={choose}
      />
      <Confirm
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={t(asked === 'html' ? 'modes.toHtml' : 'modes.toVisual')}
        confirmLabel={t('modes.go')}
        variant="primary"
        busy={isPending}
        onConfirm={confirm}
      >
        {t(asked === 'html' ? 'modes.toHtmlText' : toVisualText)}
      </Confirm>
    </>
  );
}

/** The HTML the blocks become, by the code that sends them. An own text stays; any other is made from the HTML from now on. */
function useToHtml(onDone: () => void) {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, campaign } = useBuilder();
  const { document } = draft.content;
  const compile = useMutation({
    mutationFn: async () => {
      if (!campaign || !document) throw new Error('Blocks of a saved campaign become HTML');
      const { source } = await call(previewCampaign, { params: { campaignId: campaign.id }, body: { document } });
      return source;
    },
    onSuccess: ({ html }) => change({ content: { ...draft.content, html, document: null } }),
    onError: (error) => toast({ tone: 'error', title: t('modes.failed'), description: problemText(error) }),
    onSettled: onDone,
  });
  return { toHtml: () => compile.mutate(), isPending: compile.isPending };
}
