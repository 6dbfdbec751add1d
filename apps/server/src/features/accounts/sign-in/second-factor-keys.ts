import { formatEnvelope, parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { readableKeys, type SecretKeys } from '#platform/secrets.ts';

/** A number no key has: better-auth refuses to open what carries it. */
const noKey = 0;

/** What better-auth throws for a second factor that none of our keys opens. */
export const isUnreadableFactor = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(`Secret version ${noKey} not found`);

/** better-auth tells keys apart by number. Numbers live in this process alone: the present key is 1. */
export const numberedKeys = (config: SecretKeys): { version: number; value: string }[] =>
  readableKeys(config).map((value, at) => ({ version: at + 1, value }));

/** The key that opens what better-auth encrypted, and what it says; undefined when none does. */
export async function openFactor(
  config: SecretKeys,
  stored: string,
): Promise<{ version: number; key: string; text: string } | undefined> {
  for (const { version, value: key } of numberedKeys(config)) {
    try {
      return { version, key, text: await symmetricDecrypt({ key, data: stored }) };
    } catch {
      // Authenticated encryption: another key, or damaged.
    }
  }
  return undefined;
}

export const sealFactor = ({ SECRET_KEY }: SecretKeys, text: string): Promise<string> =>
  symmetricEncrypt({ key: SECRET_KEY, data: text });

const encrypted = new Set(['secret', 'backupCodes']);

type Values = Record<string, unknown>;
type Where = { field: string; value: unknown };
type Call = { model?: string; where?: Where[]; data?: Values; update?: Values; set?: Values };

/**
 * Between better-auth and the table of second factors: rows are stored without the number of their key, and come back
 * with the number of the key that opens them. So a changed SECRET_KEY reads old rows, and processes whose lists differ
 * read each other's.
 */
export function withNumberedFactorKeys<Storage extends object>(config: SecretKeys, storage: Storage): Storage {
  return new Proxy(storage, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      if (name === 'transaction')
        return (run: (inner: object) => unknown) =>
          member.call(target, (inner: object) => run(withNumberedFactorKeys(config, inner)));
      return async (call: Call, ...rest: unknown[]) => {
        if (call?.model !== 'twoFactor') return member.call(target, call, ...rest);
        const result: unknown = await member.call(target, stripped(call), ...rest);
        return Array.isArray(result)
          ? Promise.all(result.map((row: unknown) => numbered(config, row)))
          : numbered(config, result);
      };
    },
  });
}

const stripped = (call: Call): Call => ({
  ...call,
  ...(call.data && { data: withoutNumbers(call.data) }),
  ...(call.update && { update: withoutNumbers(call.update) }),
  ...(call.set && { set: withoutNumbers(call.set) }),
  ...(call.where && {
    where: call.where.map((where) =>
      encrypted.has(where.field) ? { ...where, value: withoutNumber(where.value) } : where,
    ),
  }),
});

const withoutNumbers = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encrypted.has(name) ? withoutNumber(value) : value]),
  );

const withoutNumber = (value: unknown): unknown =>
  typeof value === 'string' ? (parseEnvelope(value)?.ciphertext ?? value) : value;

async function numbered(config: SecretKeys, row: unknown): Promise<unknown> {
  if (typeof row !== 'object' || row === null) return row;
  const entries = Object.entries(row).map(async ([name, value]): Promise<[string, unknown]> => {
    if (!encrypted.has(name) || typeof value !== 'string') return [name, value];
    const opened = await openFactor(config, value);
    return [name, formatEnvelope(opened?.version ?? noKey, value)];
  });
  return Object.fromEntries(await Promise.all(entries));
}
