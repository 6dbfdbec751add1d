type Fields = Record<string, unknown>;

export type Restored = {
  /** All fields as they shall be; null where nothing changes. */
  fields: Fields | null;
  /** Somebody changed at least one of them since: that one stays. */
  edited: boolean;
};

/** Every field that still is what the import wrote becomes what it was before. */
export function restoredFields(was: Fields, now: Fields): Restored {
  const fields: Fields = { ...now, attributes: { ...(now['attributes'] as Fields) } };
  let edited = false;
  let changed = false;
  for (const [field, pair] of Object.entries(was)) {
    if (field === 'tags') continue;
    const [before, after] = pair as [unknown, unknown];
    const place = field.startsWith('attributes.') ? (fields['attributes'] as Fields) : fields;
    const name = field.replace(/^attributes\./, '');
    if ((place[name] ?? null) !== after) {
      edited = true;
      continue;
    }
    changed = true;
    if (before === null && place !== fields) delete place[name];
    else place[name] = before;
  }
  return { fields: changed ? fields : null, edited };
}
