// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import spanish from '../locales/es/problems.json';
import sentences from '../locales/es/sentences.json';
import { ApiProblem } from './api.ts';
import { i18n, startI18n } from './i18n.ts';
import { problemText, refusedOr } from './problem-text.ts';

beforeAll(startI18n);

const problem = (code: string, message: string) => new ApiProblem({ code, message }, 400);
const [english, translated] = Object.entries(sentences).find(([key, text]) => key !== text && !key.includes('{{'))!;

test('D8: a person is told the sentence of the server and not the one of its code, in every language', async () => {
  await i18n.changeLanguage('en');
  const inEnglish = [
    problemText(problem('not_signed_in', english)),
    problemText(problem('not_signed_in', 'Not known.')),
  ];
  await i18n.changeLanguage('es');
  await i18n.loadNamespaces(['sentences', 'problems']);

  expect(inEnglish).toEqual([english, 'Not known.']);
  expect(problemText(problem('not_signed_in', english))).toBe(translated);
});

test('D8: a sentence without a translation gives way to the words of its code, and an English one is told to nobody else', async () => {
  await i18n.changeLanguage('es');
  await i18n.loadNamespaces(['sentences', 'problems']);

  expect(problemText(problem('not_signed_in', 'Not known.'))).toBe(spanish.not_signed_in);
  expect(problemText(problem('code_nobody_knows', 'Not known.'))).toBe(spanish.nothing_said);
  expect(problemText(problem('code_nobody_knows', ''))).toBe(spanish.nothing_said);
  expect(problemText(new Error('a bug'))).toBe(spanish.unexpected);
});

test('who may not delete is told what stands in the way; any other failure says to try again', async () => {
  await i18n.changeLanguage('en');
  const sentence = 'Running automations use this form: Welcome. Change and publish them, or end them first.';

  expect(refusedOr(problem('in_use', sentence), 'Please try again.')).toBe(sentence);
  expect(refusedOr(problem('unavailable', 'Later.'), 'Please try again.')).toBe('Please try again.');
  await i18n.changeLanguage('fr');
  await i18n.loadNamespaces(['sentences', 'problems']);
  expect(refusedOr(problem('in_use', sentence), '')).toMatch(/ce formulaire : Welcome/);
});
