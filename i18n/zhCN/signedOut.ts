// All that the sign-in page says, as one file: for the console these words lie in its own.
export { errors } from './errors.ts'
export { signin } from './signin.ts'
