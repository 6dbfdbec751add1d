import { hashToken } from '#platform/sessions.ts';

type Where = { field: string; value: unknown };
type Call = { model: string; where?: Where[]; data?: Record<string, unknown>; update?: Record<string, unknown> };
type Row = Record<string, unknown> | null;

/**
 * Between better-auth and the table: a session's token is hashed on its way in and looked up by its hash, so a stolen
 * backup opens no session. What is handed back keeps the plain token the caller came with.
 */
export function withHashedSessionTokens<Storage extends object>(storage: Storage): Storage {
  return new Proxy(storage, {
    get(target, key, receiver) {
      const member: unknown = Reflect.get(target, key, receiver);
      if (key === 'transaction' && typeof member === 'function') {
        return (fn: (inner: object) => unknown) =>
          member.call(target, (inner: object) => fn(withHashedSessionTokens(inner)));
      }
      if (typeof member !== 'function') return member;
      return async (call: Call, ...rest: unknown[]) => {
        if (call?.model !== 'session') return member.call(target, call, ...rest);
        const plain = plainToken(call);
        const result: unknown = await member.call(target, hashed(call), ...rest);
        return plain === undefined ? result : restored(result, plain);
      };
    },
  });
}

function plainToken({ data, where }: Call): string | undefined {
  const token = data?.['token'] ?? where?.find(({ field }) => field === 'token')?.value;
  return typeof token === 'string' ? token : undefined;
}

function hashed(call: Call): Call {
  return {
    ...call,
    ...(call.data ? { data: withHash(call.data) } : {}),
    ...(call.update ? { update: withHash(call.update) } : {}),
    ...(call.where ? { where: call.where.map(hashWhere) } : {}),
  };
}

const withHash = (row: Record<string, unknown>) =>
  typeof row['token'] === 'string' ? { ...row, token: hashToken(row['token']) } : row;

function hashWhere(where: Where): Where {
  if (where.field !== 'token') return where;
  const value = Array.isArray(where.value)
    ? where.value.map((token) => hashToken(String(token)))
    : hashToken(String(where.value));
  return { ...where, value };
}

const restored = (result: unknown, token: string): unknown =>
  isRow(result) && 'token' in result ? { ...result, token } : result;

const isRow = (value: unknown): value is NonNullable<Row> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
