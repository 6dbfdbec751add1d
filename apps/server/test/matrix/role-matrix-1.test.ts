import { describeRoleMatrix } from './role-matrix.ts';

describeRoleMatrix(1);
