import { z } from 'zod';
import { mailedToken, Organization, OrganizationType, Role, User } from './accounts.ts';
import { endpoint, NoReply } from './endpoint.ts';
import { Product } from './product.ts';
import { organizationName, password, passwordsMatch, personName, signInAddress } from './fields.ts';

// How people come in. Apart from signing in, whose screen is the first that everybody loads.

export const RegistrationMode = z.enum(['open', 'invite', 'closed']);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

export const readRegistration = endpoint({
  name: 'auth.registration',
  method: 'GET',
  path: '/api/auth/registration',
  needs: 'public',
  summary: 'Who may create an account here: anybody, invited people, or nobody.',
  reply: z.object({ mode: RegistrationMode }),
  limits: { rate: { points: 120, seconds: 60, per: 'address' } },
});

export const register = endpoint({
  name: 'auth.register',
  method: 'POST',
  path: '/api/auth/register',
  needs: 'public',
  audit: { entity: 'account', after: true },
  summary: 'Creates an organization and its first ADMIN, and signs in.',
  status: 201,
  body: z
    .strictObject({
      name: personName,
      email: signInAddress(),
      password,
      confirmPassword: z.string().max(256),
      organizationName,
      organizationType: OrganizationType.default('BUSINESS'),
      /** Of the browser. One we don't know isn't a reason to refuse somebody, so it counts as none. */
      timezone: z.string().max(64).optional(),
    })
    .refine(...passwordsMatch),
  reply: z.object({ user: User, organization: Organization }),
});

export const readInvitation = endpoint({
  name: 'auth.read-invitation',
  method: 'POST',
  path: '/api/auth/read-invitation',
  needs: 'public',
  audit: { skip: 'reads' },
  // POST although it only reads: a token in a path or query would end up in access logs.
  whileHeld: true,
  summary: 'What an invitation link offers.',
  body: z.strictObject({ token: mailedToken }),
  reply: z.object({
    email: z.string(),
    organizationName: z.string(),
    role: Role,
    /** Their name; null once they left the team. */
    invitedBy: z.string().nullable(),
    /** Accepting deletes an account that was made with this address and never confirmed. */
    replacesAccount: z.boolean(),
    /** The inviting organization's own product; null: ours. */
    product: Product.nullable(),
  }),
  limits: { rate: { points: 60, seconds: 3600, per: 'address' } },
});

export const acceptInvitation = endpoint({
  name: 'auth.accept-invitation',
  method: 'POST',
  path: '/api/auth/accept-invitation',
  needs: 'public',
  audit: { entity: 'account', after: true },
  summary: 'Creates the invited person, and signs in.',
  status: 201,
  body: z
    .strictObject({ token: mailedToken, name: personName, password, confirmPassword: z.string().max(256) })
    .refine(...passwordsMatch),
  reply: User,
  limits: { rate: { points: 20, seconds: 3600, per: 'address' } },
});

export const confirmEmail = endpoint({
  name: 'auth.confirm-email',
  method: 'POST',
  path: '/api/auth/confirm-email',
  needs: 'signed-in',
  audit: { entity: 'account', after: true },
  summary: 'Confirms the address of the signed-in person by a mailed link (once, within 3 days).',
  body: z.strictObject({ token: mailedToken }),
  reply: User,
  limits: { rate: { points: 20, seconds: 3600, per: 'user' } },
});

export const resendConfirmation = endpoint({
  name: 'auth.resend-confirmation',
  method: 'POST',
  path: '/api/auth/resend-confirmation',
  needs: 'signed-in',
  audit: { skip: 'recorded-later' },
  summary: 'Mails the link that confirms the address again, at most 5 times a day.',
  status: 204,
  reply: NoReply,
  limits: { rate: { points: 5, seconds: 86_400, per: 'user' } },
});
