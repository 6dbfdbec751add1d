import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A regular expression of ours. `source` is null where it is built from something that is no constant of its file. */
export type Pattern = { file: string; line: number; source: string | null; flags: string };

/** Every regular expression of the product: literals, and what is given to `new RegExp`. */
export function patternsIn(root: string): Pattern[] {
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted();
  return files.flatMap((file) => patternsOf(file, readFileSync(`${root}/${file}`, 'utf8')));
}

export function patternsOf(file: string, text: string): Pattern[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(tree);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const at = { file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 };
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ ...at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      found.push({ ...at, source: valueOf(source, constants), flags: valueOf(flags, constants) ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(tree: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>();
  for (const statement of tree.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
  return constants;
}

function valueOf(node: ts.Expression | undefined, constants: Constants): string | null {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return valueOf(constants.get(node.text), constants);
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf('/'));
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return valueOf(node.expression, constants);
  if (ts.isTemplateExpression(node)) return joined(node, constants, (text) => text.text);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    const { template } = node;
    return ts.isTemplateExpression(template)
      ? joined(template, constants, (text) => text.rawText ?? '')
      : (template.rawText ?? null);
  }
  return null;
}

function joined(
  { head, templateSpans }: ts.TemplateExpression,
  constants: Constants,
  textOf: (text: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) => string,
): string | null {
  let whole = textOf(head);
  for (const { expression, literal } of templateSpans) {
    const value = valueOf(expression, constants);
    if (value === null) return null;
    whole += value + textOf(literal);
  }
  return whole;
}
