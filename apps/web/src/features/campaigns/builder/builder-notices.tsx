import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useBuilder } from './builder-context.ts';
import type { DraftField } from './draft.ts';
import type { DraftKeeper, Kept, TheirChange } from './draft-keeper.ts';
import { StartedNotice } from './started-notice.tsx';

type NoticesProps = { keeper: DraftKeeper; kept: Kept };

export function BuilderNotices({ keeper, kept }: NoticesProps) {
  const { t } = useTranslation('campaign-builder');
  const { merged, disputed, state, error, isKeptHere } = kept;
  const words = useChangeWords();
  return (
    <div className="flex flex-col gap-3 not-empty:mb-5">
      <StartedNotice keeper={keeper} kept={kept} />
      {merged && !disputed && (
        <Alert tone="info" title={words.title(merged)} onDismiss={keeper.dismissMerged}>
          {t('changed.merged', { fields: words.fields(merged.fields) })}
        </Alert>
      )}
      {disputed && (
        <Alert
          tone="warning"
          title={words.title(disputed)}
          action={
            <>
              <Button size="sm" onClick={() => void keeper.settle('theirs')}>
                {t('changed.useTheirs')}
              </Button>
              <Button size="sm" onClick={() => void keeper.settle('mine')}>
                {t('changed.keepMine')}
              </Button>
            </>
          }
        >
          {t('changed.disputed', { fields: words.fields(disputed.fields) })}
        </Alert>
      )}
      {state === 'failed' && (
        <Alert
          tone="danger"
          title={t('notSaved')}
          action={
            <Button size="sm" onClick={() => void keeper.flush()}>
              {t('tryAgain')}
            </Button>
          }
        >
          {problemText(error)} {t(isKeptHere ? 'keptHere' : 'notKeptHere')}
        </Alert>
      )}
    </div>
  );
}

function useChangeWords() {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { draft } = useBuilder();
  return {
    title: ({ by, at }: TheirChange) =>
      t(by ? 'changed.by' : 'changed.elsewhere', { name: by ?? '', campaign: draft.name, when: at && format.when(at) }),
    fields: (fields: readonly DraftField[]) => format.list(fields.map((field) => t(`fields.${field}`))),
  };
}
