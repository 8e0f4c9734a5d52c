/** What a reading means (reading/README.md): one door, for the platform and the console alike. */
export * from './reading/direction.ts'
export * from './reading/noValue.ts'
export * from './reading/range.ts'
export * from './reading/register.ts'
export * from './reading/scale.ts'
export * from './reading/script.ts'
export * from './reading/shown.ts'
export * from './reading/text.ts'
