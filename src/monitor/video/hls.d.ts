/** The build without subtitles, alternate audio and DRM ships no types. */
declare module 'hls.js/light' {
  export { default, ErrorTypes, Events } from 'hls.js'
}
