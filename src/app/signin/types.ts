import type { Args } from '../../../resources/kit/rules.ts'

/** Signature `t('signin.title')`: the sign-in page's own translator, or react-admin's. */
export type Translate = (key: string, args?: Args) => string
