// All texts of the sign-in page, as one file; in the console these texts are part of its own catalogue.
export { errors } from './errors.ts'
export { signin } from './signin.ts'
