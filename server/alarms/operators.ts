export { isOperator, operators, type Operator } from '../../resources/kit/operators.ts'
