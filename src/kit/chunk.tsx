import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import { LatePartContext, whenSettled } from './Settling.tsx'

/** A component whose code is in a file of its own. */
export type Chunk<P> = FunctionComponent<P> & {
  preload: () => Promise<void>
  /** Whether it can be rendered at once. */
  isLoaded: () => boolean
}

/**
 * Like `lazy`, but after `preload` the component renders at once, without a placeholder, which React would keep for at
 * least 300 ms. An error of loading is thrown on rendering.
 */
export function chunk<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Chunk<P> {
  const loaded: { Component: ComponentType<P> | null } = { Component: null }
  const loadModule = async () => {
    const module = await load()
    loaded.Component = module.default
    return module
  }
  const LazyComponent = lazy(loadModule)
  function Drawn(props: P) {
    // Fixed at mount: switching the component would remount it.
    const [{ Component }] = useState(() => ({ ...loaded }))
    return Component ? <Component {...props} /> : <LazyComponent {...props} />
  }
  return Object.assign(Drawn, {
    preload: () => loadModule().then(nothing, nothing),
    isLoaded: () => loaded.Component !== null,
  })
}

/**
 * A part of a page that does not wait for its chunk: the code is requested once the page is usable (Settling.tsx).
 * `placeholder` keeps the space until it is there.
 */
export function Behind({
  chunk: { isLoaded },
  placeholder,
  children,
}: {
  chunk: Pick<Chunk<never>, 'isLoaded'>
  placeholder: ReactNode
  children: ReactNode
}) {
  const queries = useQueryClient()
  const [stands, setStands] = useState(isLoaded)
  useEffect(() => (stands ? undefined : whenSettled(queries, () => setStands(true))), [queries, stands])
  const waiting = <LatePartContext value={true}>{placeholder}</LatePartContext>
  return stands ? <Suspense fallback={waiting}>{children}</Suspense> : waiting
}

const nothing = () => {}
