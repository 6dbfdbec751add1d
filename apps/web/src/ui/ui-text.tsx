import { createContext, use, type ReactNode } from 'react';

const number = new Intl.NumberFormat('en-US');
const growth = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'always',
});

/** Every word the parts say by themselves. The app passes a translated object through `UiTextProvider`. */
export const englishUiText = {
  number: (value: number) => number.format(value),
  /** A change in percent: +4.6%. */
  growth: (percent: number): string => growth.format((Math.round(percent * 10) || 0) / 1_000),

  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  back: 'Back',
  more: 'More actions',
  loading: 'Loading',
  optional: 'optional',
  required: 'required',
  noDataAvailable: 'No data available',

  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLockOn: 'Caps Lock is on',

  notifications: 'Notifications ({hotkey})',
  notification: 'Notification',
  undo: 'Undo',

  copy: 'Copy',
  copied: 'Copied',

  tryAgain: 'Try again',
  networkError: 'Network error occurred',

  previousRecord: 'Previous',
  nextRecord: 'Next',

  typeToConfirm: (phrase: string) => `Type ${phrase} to confirm`,
  typeToConfirmReason: (phrase: string) => `Type ${phrase} first`,

  selectRow: 'Select row',
  selectAllOnPage: 'Select all on this page',
  selected: (count: number) => `${number.format(count)} selected`,
  selectAll: (total: number) => `Select all ${number.format(total)}`,
  clearSelection: 'Clear selection',
  select: 'Select',
  done: 'Done',
  bulkActions: 'Selection',

  pageRange: (from: number, to: number, total: number) =>
    total === 0 ? '0 of 0' : `${number.format(from)}–${number.format(to)} of ${number.format(total)}`,
  perPage: (size: number) => `${size} per page`,
  rowsPerPage: 'Rows per page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pagination: 'Pages',
  sortBy: (column: string) => `Sort by ${column}`,
  sort: 'Sort',
  /** Says the order that stands, on a phone. */
  sortedBy: (column: string) => `Sorted by ${column}`,
  density: 'Row height',
  densityCompact: 'Compact',
  densityRegular: 'Regular',
  densityRoomy: 'Comfortable',

  addFilter: 'Filter',
  searchFields: 'Search fields...',
  noFieldsFound: 'No fields found',
  removeFilter: (field: string) => `Remove filter ${field}`,
  filterPart: (field: string, part: 'operator' | 'value', current: string) => `${field}, ${part}: ${current}`,
  clearFilters: 'Clear filters',

  viewAsTable: 'View as table',
  viewAsChart: 'View as chart',
  chartMenu: 'Chart options',
  definition: 'Definition',
  chartRange: 'Period',
  downloadSvg: 'Download as SVG',
  downloadPng: 'Download as PNG',
  downloadFailed: "The chart couldn't be downloaded",

  paletteTitle: 'Search or jump to',
  palettePlaceholder: 'Search or jump to...',
  paletteEmpty: 'No results',
  paletteMove: 'move',
  paletteOpen: 'open',
  paletteNewTab: 'new tab',
  paletteNarrow: 'narrow to one type',

  readOnly: 'You have view-only access.',
  stepDone: 'Done',
  breadcrumb: 'Breadcrumb',
  progress: 'Progress',
};

export type UiText = typeof englishUiText;

const UiTextContext = createContext<UiText>(englishUiText);

export function UiTextProvider({ text, children }: { text: UiText; children: ReactNode }) {
  return <UiTextContext value={text}>{children}</UiTextContext>;
}

export const useUiText = () => use(UiTextContext);
