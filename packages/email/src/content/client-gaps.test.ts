import { describe, expect, test } from 'vitest';
import { clientGaps } from './client-gaps.ts';

const gaps = (html: string) => Object.fromEntries(clientGaps(html).map(({ client, features }) => [client, features]));

describe('what big mail programs ignore', () => {
  test('is found in styles of elements and in style sheets', () => {
    const html = `<style>.card { border-radius: 8px; BOX-SHADOW: 0 1px 2px #000 } .x::before { content: "a" }</style>
      <div style="display:flex; width: calc(100% - 2rem)"><picture><img src="https://a.example/b.png"></picture></div>`;

    expect(gaps(html)).toEqual({
      Gmail: ['box-shadow', '::before', '<picture>'],
      'Outlook on Windows': ['border-radius', 'box-shadow', '::before', 'display:flex', 'calc()', 'rem', '<picture>'],
      'Outlook.com': ['calc()', '<picture>'],
      Yahoo: ['box-shadow', '::before', 'calc()', 'rem', '<picture>'],
    });
  });

  test.each([
    ['what every one shows', '<p style="color:#333;padding:8px;font-size:16px;max-width:600px">Hello</p>'],
    ['what is in comments', '<!-- <p style="float:left"> --><style>/* a { float: left } */</style>'],
    [
      'what is for those who understand it',
      '<style>@media (max-width: 600px) { .a { float: left; } .b { opacity: 0 } }</style>',
    ],
    ['what is written for Outlook', '<!--[if mso]><table style="float:left"></table><![endif]-->'],
    ['the line beside the subject', '<div style="display:none;max-height:0;opacity:0">Come and see</div>'],
    ['words that look alike', '<p style="width:minmax(1px,2px);font-family:float;color:#9rem0">position: float</p>'],
    ['nothing', ''],
  ])('is not %s', (_, html) => {
    expect(clientGaps(html)).toEqual([]);
  });

  test('is not held against Outlook where it is kept from it', () => {
    const html =
      '<!--[if !mso]><!--><p style="border-radius:2px;box-shadow:none">Hi</p><!--<![endif]--><p style="float:left">';

    expect(gaps(html)).toEqual({ Gmail: ['box-shadow'], 'Outlook on Windows': ['float'], Yahoo: ['box-shadow'] });
  });

  test('is found in what begins after a rule for small screens', () => {
    const html = '<style>@media print { a { float: left } } .b { float: right } @font-face { src: url(a) }</style>';

    expect(gaps(html)).toMatchObject({ 'Outlook on Windows': ['float'], Gmail: ['@font-face'] });
  });

  test.each([
    ['style sheet', `<style>${'a{b:c;'.repeat(170_000)}</style>`],
    ['open comments', `<style>${'/*'.repeat(500_000)}</style>`],
    ['declarations', `<p style="${'width:calc(1px);'.repeat(65_000)}">`],
    ['units', `<p style="width:${'1'.repeat(1_000_000)}">`],
    ['braces', `<style>${'{'.repeat(1_000_000)}</style>`],
    ['elements', '<p style="float:left">'.repeat(45_000)],
  ])('costs little for a megabyte of %s', (_, html) => {
    const before = process.cpuUsage();

    clientGaps(html);

    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(3_000);
  });
});
