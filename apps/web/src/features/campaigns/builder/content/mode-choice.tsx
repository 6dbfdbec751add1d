import { useMutation } from '@tanstack/react-query';
import { previewCampaign } from '@waggle/contracts/campaign-checks';
import { Code, MousePointer2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { Confirm } from '#ui/confirm.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { toast } from '#ui/toast-store.ts';
import { useBuilder } from '../builder-context.ts';
import { documentAround, fitsInBlock } from './documents.ts';

/** Blocks or HTML. From blocks there is HTML to go on with; HTML becomes one block. Either way it asks first. */
export function ModeChoice() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, campaign } = useBuilder();
  const { document, html } = draft.content;
  const mode = document ? 'visual' : 'html';
  const [asked, setAsked] = useState<'visual' | 'html'>();
  const { toHtml, isPending } = useToHtml(() => setAsked(undefined));
  const confirm = () => {
    if (asked === 'html') return toHtml();
    change({ content: { html: '', text: '', document: documentAround(html) } });
    setAsked(undefined);
  };
  return (
    <>
      <SegmentedControl
        label={t('modes.label')}
        options={[
          { value: 'visual', label: t('modes.visual'), icon: MousePointer2 },
          { value: 'html', label: t('modes.html'), icon: Code },
        ]}
        value={mode}
        onValueChange={(next) => {
          if (next === 'visual' && !fitsInBlock(html))
            toast({ tone: 'info', title: t('modes.tooLong'), description: t('modes.tooLongText') });
          else if (next === 'html' && !campaign) toast({ tone: 'info', title: t('modes.saveFirst') });
          else setAsked(next);
        }}
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
        {t(asked === 'html' ? 'modes.toHtmlText' : 'modes.toVisualText')}
      </Confirm>
    </>
  );
}

/** The HTML the blocks become, by the code that sends them. */
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
    onSuccess: ({ html, text }) => change({ content: { html, text, document: null } }),
    onError: (error) => toast({ tone: 'error', title: t('modes.failed'), description: problemText(error) }),
    onSettled: onDone,
  });
  return { toHtml: () => compile.mutate(), isPending: compile.isPending };
}
