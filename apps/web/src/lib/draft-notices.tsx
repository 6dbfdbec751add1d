import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import type { DraftKeeper, DraftRecord } from './draft-keeper.ts';
import { useFormat } from './format.ts';
import { problemText } from './problem-text.ts';

type DraftText =
  | `changed.${'by' | 'elsewhere' | 'text' | 'useTheirs' | 'keepMine'}`
  | 'notSaved'
  | 'keptHere'
  | 'tryAgain';

type DraftNoticesProps<Held extends DraftRecord, Draft> = {
  keeper: DraftKeeper<Held, Draft>;
  /** Each kind of record is called by its own name. */
  text: (key: DraftText, values?: { name: string; when: string }) => string;
  onTheirs: (draft: Draft) => void;
};

/** What was changed by somebody else, and what could not be saved. */
export function DraftNotices<Held extends DraftRecord, Draft>({
  keeper,
  text,
  onTheirs,
}: DraftNoticesProps<Held, Draft>) {
  const format = useFormat();
  const { disputed, state, error } = keeper.get();
  const takeTheirs = () => {
    const theirs = keeper.settle('theirs');
    if (theirs) onTheirs(theirs);
  };
  return (
    <>
      {disputed && (
        <Alert
          tone="warning"
          title={text(disputed.by ? 'changed.by' : 'changed.elsewhere', {
            name: disputed.by ?? '',
            when: disputed.at && format.when(disputed.at),
          })}
          action={
            <>
              <Button size="sm" onClick={takeTheirs}>
                {text('changed.useTheirs')}
              </Button>
              <Button size="sm" onClick={() => keeper.settle('mine')}>
                {text('changed.keepMine')}
              </Button>
            </>
          }
        >
          {text('changed.text')}
        </Alert>
      )}
      {state === 'failed' && (
        <Alert
          tone="danger"
          title={text('notSaved')}
          action={
            <Button size="sm" onClick={() => void keeper.flush()}>
              {text('tryAgain')}
            </Button>
          }
        >
          {problemText(error)} {text('keptHere')}
        </Alert>
      )}
    </>
  );
}
