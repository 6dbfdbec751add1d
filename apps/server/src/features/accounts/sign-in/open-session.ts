import { APIError, createAuthEndpoint } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

const gone = () => new APIError('UNAUTHORIZED', { code: 'INVALID_TWO_FACTOR_COOKIE' });

/**
 * Lets the engine open a session for somebody whom a passkey has identified: with the token, the cookie and the lifetime of
 * every other. Never reached from outside; its caller has verified the passkey.
 */
export const openSessionPlugin = {
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string(), rememberMe: z.boolean() }) },
      async (ctx) => {
        const { userId, rememberMe } = ctx.body;
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(userId);
        if (!user) throw gone();
        const session = await internalAdapter.createSession(userId, !rememberMe);
        await setSessionCookie(ctx, { session, user }, !rememberMe);
        return ctx.json({ token: session.token, user: { id: userId } });
      },
    ),
    /** The cookie of the first step is used up, so that one right password is worth one session. */
    passSecondFactor: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { createAuthCookie, authCookies, internalAdapter, secret } = ctx.context;
        const cookie = createAuthCookie('two_factor');
        const identifier = await ctx.getSignedCookie(cookie.name, secret);
        const awaited = identifier ? await internalAdapter.consumeVerificationValue(identifier) : null;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user || awaited?.value !== user.id) throw gone();
        const isForgotten = await ctx.getSignedCookie(authCookies.dontRememberToken.name, secret);
        const session = await internalAdapter.createSession(user.id, Boolean(isForgotten));
        await setSessionCookie(ctx, { session, user });
        expireCookie(ctx, cookie);
        return ctx.json({ token: session.token, user: { id: user.id } });
      },
    ),
  },
};
