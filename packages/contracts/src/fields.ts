import { z } from 'zod';
import { tooLong } from './invalid-input.ts';
import { emailPattern, oneLine } from './text-patterns.ts';

export const emailAddress = (message = 'Please enter a valid email address') =>
  z.string(message).trim().max(254, message).regex(emailPattern, message).toLowerCase();

/** The address of somebody who gets mail, kept as it was typed; who is the same is decided without capitals. */
export const contactAddress = () =>
  z
    .string('Email is required')
    .trim()
    .min(1, 'Email is required')
    .max(254, 'Invalid email address')
    .regex(emailPattern, 'Invalid email address');

/**
 * The address a person signs in with. Narrower than what mail allows (no dot at an end, no two in a row, few signs),
 * because the sign-in engine knows only these: an account with another address could never be opened.
 */
export const signInAddress = (message = 'Please enter a valid email address') =>
  emailAddress(message).refine((address) => SignInAddress.safeParse(address).success, message);
const SignInAddress = z.email();

/** `required` is said when nothing was sent; text that is too long or has line breaks gets a sentence of its own. */
export const line = (max: number, required?: string) =>
  z
    .string(required)
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    .regex(oneLine, 'Use a single line of text');

export const minPasswordLength = 6;
export const password = z
  .string('Password must be at least 6 characters')
  .min(minPasswordLength, 'Password must be at least 6 characters')
  // argon2 costs grow with nothing, but a megabyte of password is somebody's joke.
  .max(256, 'Password must be at most 256 characters');

/** For `.refine(...passwordsMatch)` on a body with both fields; the sentence lands on the confirm field. */
export const passwordsMatch = [
  (typed: { password: string; confirmPassword: string }) => typed.password === typed.confirmPassword,
  { message: "Passwords don't match", path: ['confirmPassword'] as PropertyKey[] },
] as const;

export const personName = line(120, 'Name must be at least 2 characters').min(2, 'Name must be at least 2 characters');
export const organizationName = line(120, 'Organization name must be at least 2 characters').min(
  2,
  'Organization name must be at least 2 characters',
);

export const locales = ['en', 'es', 'fr'] as const;
export const Locale = z.enum(locales);
export type Locale = z.infer<typeof Locale>;

export const themes = ['light', 'dark', 'system'] as const;
export const Theme = z.enum(themes);

export const Instant = z.iso.datetime();

/** A day that a person chooses. Calendars of databases have no year 0, and ISO 8601 has. */
export const day = (message = 'Choose a date') =>
  z.iso.date(message).refine((text) => !text.startsWith('0000'), message);
