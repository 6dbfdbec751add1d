import { exportFields, type ContactFilter, type ExportField } from '@waggle/contracts/contacts';

/** Ids that fit into one address. */
export const mostSelected = 200;

export type ExportScope = 'selected' | 'filtered' | 'all';

export const isNarrowed = (filter: ContactFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '');

/** What can be exported here, best guess first: what was ticked, else what is filtered, else everybody. */
export function scopesOf(selection: readonly string[] | null, filter: ContactFilter): ExportScope[] {
  const scopes: ExportScope[] = [];
  if (selection !== null && selection.length > 0 && selection.length <= mostSelected) scopes.push('selected');
  if (isNarrowed(filter)) scopes.push('filtered');
  return [...scopes, 'all'];
}

/** The filter as an address takes it: rules become JSON. */
export const filterInAddress = ({ rules, ...filter }: ContactFilter) => ({
  ...filter,
  ...(rules && { rules: JSON.stringify(rules) }),
});

type Chosen = {
  scope: ExportScope;
  selection: readonly string[] | null;
  filter: ContactFilter;
  fields: readonly ExportField[];
  custom: readonly string[];
};

export function exportQueryOf({ scope, selection, filter, fields, custom }: Chosen) {
  return {
    ...(scope === 'filtered' && filterInAddress(filter)),
    ...(scope === 'selected' && selection && { ids: selection.join(',') }),
    // In the order of the file, whatever the order of the ticks.
    fields: exportFields.filter((field) => fields.includes(field)).join(','),
    ...(custom.length > 0 && { custom: custom.join(',') }),
  };
}

export type Obstacle = 'none' | 'noFields';

export function obstacleOf(count: number | undefined, fields: readonly ExportField[]): Obstacle | undefined {
  if (fields.length === 0) return 'noFields';
  return count === 0 ? 'none' : undefined;
}

/** By the calendar on the wall, as the person would name the file. */
export const fileNameOn = (day: Date): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `contacts_export_${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.csv`;
};
