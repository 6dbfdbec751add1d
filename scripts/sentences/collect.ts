// Every sentence the server and the contracts can say to a person, read from the source: a translation is missed only by
// whoever speaks that language, so a test must miss it first.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export type Sentence = { file: string; text: string };

/** Files whose sentences are for operators, or that carry their own three languages. */
const speakElsewhere = [
  // Written in the recipient's language by the server itself.
  /\/mails\.ts$/,
  /\/test-mail\/words\.ts$/,
  /\/security-notices\/words\.ts$/,
  /\/domains\/mail\/words\.ts$/,
  /\/notifications\/(hold-)?words\.ts$/,
  /\/forms\/(emails|notices)\/words\.ts$/,
  /\/billing\/(dunning|questions)\/(words|mails)\.ts$/,
  /\/content\/footer\.ts$/,
  // For operators: logs, the command line, the job dashboard, the API reference.
  /\/platform\/(jobs|outbox|inbox|database)\//,
  /\/platform\/(config|telemetry|log)\.ts$/,
  /\/platform\/http\/(openapi|reference)\.ts$/,
  /\/proof\/verify-proof\.ts$/,
  /\/purchases\/rates\.ts$/,
  // Columns of files for spreadsheets, whose names programs rely on.
  /\/analytics\/(csv-rows|export)\.ts$/,
  // The list of figures names lines of the docs.
  /\/contracts\/src\/metrics\.ts$/,
  // Sample data, drawing operators, user agents.
  /\/contacts\/demo\//,
  /\/(links\/images\/pdf|engagement\/agents)\.ts$/,
  /\.(test|fixture)\.ts$|-harness\.ts$|\/schema\.ts$/,
];

export function collectSentences(): Sentence[] {
  const files = [
    ...globSync('apps/server/src/{platform,features}/**/*.ts'),
    ...globSync('packages/{contracts/src,email/src/content,forms/src}/*.ts'),
  ];
  return files.filter((file) => !speakElsewhere.some((pattern) => pattern.test(file))).flatMap(sentencesOf);
}

/** A placeholder is whatever stands between two texts: `{{}}` in the source, `{{name}}` in a translation. */
export const withoutNames = (text: string): string => text.replaceAll(/\{\{\w+\}\}/g, '{{}}');

function sentencesOf(file: string): Sentence[] {
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (isForOperators(node)) return;
    const text = textOf(node);
    if (text !== undefined && isSentence(text)) found.push({ file, text });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

/** SQL, thrown bugs, log lines and descriptions of calls reach no screen. */
function isForOperators(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return true;
  if (ts.isNewExpression(node)) return /^(\w*Error|Unworkable|DestinationRefused)$/.test(node.expression.getText());
  if (ts.isCallExpression(node)) return /\b(log|Error)\.\w+$|^super$|\.query$/.test(node.expression.getText());
  return ts.isPropertyAssignment(node) && ['summary', 'description'].includes(node.name.getText());
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{{}}${literal.text}`).join('');
}

/** Begins like a sentence and has at least two words. */
const isSentence = (text: string): boolean => /^(["“]|\{\{\}\} |[A-Z])/.test(text) && /[a-z']{2,} [^ ]/.test(text);
