import {
  BinaryOperationNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type RootOperationNode,
  ValueNode,
} from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

export type Removed = { filters: number };

/**
 * A database whose features have forgotten their organization: every comparison with the tenant's own id is taken out
 * of every statement, so that only the policies of PostgreSQL are left to protect.
 */
export function withoutFilters(database: Database, removed: Removed): Database {
  return {
    ...database,
    tenant: (scope) => {
      const db = database.tenant(scope);
      return scope ? db.withPlugin(forgetting(scope.organizationId, removed)) : db;
    },
  };
}

function forgetting(organizationId: string, removed: Removed): KyselyPlugin {
  const transformer = new Forgetful(organizationId, removed);
  return {
    transformQuery: ({ node }: PluginTransformQueryArgs): RootOperationNode => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  };
}

class Forgetful extends OperationNodeTransformer {
  readonly #organizationId: string;
  readonly #removed: Removed;

  constructor(organizationId: string, removed: Removed) {
    super();
    this.#organizationId = organizationId;
    this.#removed = removed;
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const { rightOperand } = node;
    const own = ValueNode.is(rightOperand) && rightOperand.value === this.#organizationId;
    if (!own) return super.transformBinaryOperation(node);

    this.#removed.filters += 1;
    const one = ValueNode.createImmediate(1);
    return BinaryOperationNode.create(one, OperatorNode.create('='), one);
  }
}
