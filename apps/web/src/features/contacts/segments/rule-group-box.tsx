import { Brackets, Plus, X } from 'lucide-react';
import { ruleLimits } from '@waggle/contracts/contact-rules';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleGroupProps, RuleType } from 'react-querybuilder';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { addButtonOf, BaseDepth, firstControlOf, focusSoon, useBuilder } from './builder-context.ts';
import { MatchChoice } from './match-choice.tsx';
import { isGroupDraft, type GroupDraft } from './rule-query.ts';
import { RuleRow } from './rule-row.tsx';

/** The rules of a group, one under the other. The outermost is the card; its match stands above it. */
export function RuleGroupBox(props: RuleGroupProps) {
  const { t } = useTranslation('segments');
  const { emptiedId, numberOf } = useBuilder();
  const group = props.ruleGroup as GroupDraft;
  const root = props.path.length === 0;
  const rows = <GroupRows {...props} group={group} />;
  if (root) {
    return (
      <>
        {group.rules.length > 0 && (
          <div data-part={group.id} className={cx(cardClass, emptiedId === group.id && 'border-warning-line!')}>
            {rows}
          </div>
        )}
        <GroupActions {...props} group={group} />
      </>
    );
  }
  const number = numberOf(group.id);
  return (
    <div
      role="group"
      aria-label={t('groupOf', { number })}
      data-part={group.id}
      className={cx(
        'min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 pt-2 pb-3 max-sm:px-2',
        emptiedId === group.id && 'border-warning-line! bg-warning-soft!',
      )}
    >
      <div className="flex items-center gap-2 text-sm text-muted">
        <MatchChoice
          label={t('who.groupMatchLabel', { number })}
          before={t('who.groupBefore')}
          after={t('who.groupAfter')}
          options={['all', 'any', 'none']}
          value={group.combinator}
          onChange={(match) => props.actions.onPropChange('combinator', match, props.path)}
        />
        <IconButton
          data-remove
          label={t('removeGroup', { number })}
          icon={X}
          onClick={() => props.actions.onGroupRemove(props.path)}
          className="ml-auto"
        />
      </div>
      {rows}
      <GroupActions {...props} group={group} />
    </div>
  );
}

const cardClass = 'rounded-lg border border-line-strong bg-surface px-4 py-2 shadow-xs max-sm:px-3';

type PartProps = RuleGroupProps & { group: GroupDraft };

function GroupRows({ group, ...props }: PartProps) {
  const { t } = useTranslation('segments');
  const { schema, actions, path, translations } = props;
  const Group = schema.controls.ruleGroup;
  const remove = (index: number) => {
    // A group without rules would match everybody or nobody, so it goes with its last one.
    const last = group.rules.length === 1 && path.length > 0;
    if (last) actions.onGroupRemove(path);
    else actions.onRuleRemove([...path, index]);
    focusSoon(() => (group.id ? (addButtonOf(group.id) ?? document.querySelector<HTMLElement>('[data-add]')) : null));
  };
  return (
    <ul className="divide-y divide-line">
      {group.rules.map((part, index) => {
        const at = [...path, index];
        const id = (part as RuleType).id ?? String(index);
        return (
          <li key={id} className="flex items-start py-2.5 max-sm:flex-col max-sm:gap-1.5">
            <div className="flex min-h-(--control-md) w-9 shrink-0 items-center gap-2 text-sm text-muted max-sm:min-h-0 max-sm:w-full">
              {index > 0 && t(`joint.${group.combinator}`)}
              {!isGroupDraft(part as object) && <PhoneRemove id={id} onRemove={() => remove(index)} />}
            </div>
            <div className="flex w-full min-w-0 flex-1">
              {isGroupDraft(part as object) ? (
                <Group id={id} path={at} ruleGroup={part as GroupDraft} {...{ schema, actions, translations }} />
              ) : (
                <RuleRow rule={part as RuleType} path={at} actions={actions} onRemove={() => remove(index)} />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** On phones a rule is a stack, and the button that removes it stands on its top line. */
function PhoneRemove({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation('segments');
  const number = useBuilder().numberOf(id);
  return (
    <>
      <span className="text-subtle sm:hidden">{t('ruleOf', { number })}</span>
      <IconButton
        data-remove
        size="sm"
        label={t('removeRule', { number })}
        icon={X}
        onClick={onRemove}
        className="ml-auto sm:hidden"
      />
    </>
  );
}

function GroupActions({ group, path, schema, actions }: PartProps) {
  const { t } = useTranslation('segments');
  const { full, numberOf } = useBuilder();
  const base = use(BaseDepth);
  const root = path.length === 0;
  const deepest = base + path.length >= ruleLimits.depth;
  const leavesOut = root && base > 1 && group.rules.length === 0;

  const addRule = () => {
    const rule = schema.createRule();
    actions.onRuleAdd(rule, path);
    focusSoon(() => (rule.id ? firstControlOf(rule.id) : undefined));
  };
  const addGroup = () => {
    const rule = schema.createRule();
    const added = {
      ...schema.createRuleGroup(),
      combinator: group.combinator === 'all' ? 'any' : 'all',
      rules: [rule],
    };
    actions.onGroupAdd(added, path);
    focusSoon(() => (rule.id ? firstControlOf(rule.id) : undefined));
  };
  return (
    <div className={cx('flex flex-wrap items-center gap-1.5', !root && 'pl-9 max-sm:pl-0')}>
      <Button
        size="sm"
        icon={Plus}
        data-add={group.id}
        aria-label={
          root ? t(leavesOut ? 'addTo.leaveOut' : 'addTo.main') : t('addTo.group', { number: numberOf(group.id) })
        }
        disabledReason={full}
        onClick={addRule}
      >
        {t('condition')}
      </Button>
      {!leavesOut && (
        <Button
          size="sm"
          variant="ghost"
          icon={Brackets}
          aria-label={t('addGroup')}
          disabledReason={full ?? (deepest ? t('deepest', { depth: ruleLimits.depth }) : undefined)}
          onClick={addGroup}
        >
          {t('group')}
        </Button>
      )}
    </div>
  );
}
