const needsEscape = /["\\]/;

/**
 * A list of texts as PostgreSQL reads it, written here: the driver would look at the type of every single value. Joined in
 * one go where it can be, because pieces put together one by one leave megabytes behind for each bundle of rows.
 */
export function arrayOf(values: readonly (string | null)[]): string {
  if (values.length === 0) return '{}';
  const plain = values.every((value) => value !== null && !needsEscape.test(value));
  return plain ? `{"${values.join('","')}"}` : `{${values.map(elementOf).join(',')}}`;
}

const elementOf = (value: string | null): string => (value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`);
