/** `t('signin.title')`: the sign-in page's own translator, or react-admin's. */
export type Translate = (key: string, args?: Record<string, string | number>) => string
