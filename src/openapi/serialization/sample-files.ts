/** Small valid files, sent for media types without an example. */

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#2f8f6f"/></svg>';

const jpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/' +
  'wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z';

/** One text file: `readme.txt`. */
const zip =
  'UEsDBBQAAAAAAAAAIQDmcYRBCQAAAAkAAAAKAAAAcmVhZG1lLnR4dHZpdmFyaXVtClBLAQIUABQAAAAAAAAAIQDmcYRBCQAAAAkAAAAKAAAAAAAAAAAA' +
  'AAAAAAAAAAByZWFkbWUudHh0UEsFBgAAAAABAAEAOAAAADEAAAAAAA==';

/** One empty page. */
const pdf =
  'JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyAvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL1BhZ2VzIC9LaWRz' +
  'IFszIDAgUl0gL0NvdW50IDEgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL1R5cGUgL1BhZ2UgL1BhcmVudCAyIDAgUiAvTWVkaWFCb3ggWzAgMCAyMDAgMTAw' +
  'XSAvUmVzb3VyY2VzIDw8ID4+ID4+CmVuZG9iagp4cmVmCjAgNAowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMDkgMDAwMDAgbiAKMDAwMDAwMDA1' +
  'OCAwMDAwMCBuIAowMDAwMDAwMTE1IDAwMDAwIG4gCnRyYWlsZXIKPDwgL1NpemUgNCAvUm9vdCAxIDAgUiA+PgpzdGFydHhyZWYKMjAzCiUlRU9GCg==';

const gzip = 'H4sIAAAAAAAAAyvLLEssyizN5QIA5nGEQQkAAAA=';
const anyBytes = 'AAECAwQFBgcICQoLDA0ODw==';

/** The samples in base64, by media type. */
const samples: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPQ78/HihiGlgQAV3tLQT+9PAcAAAAASUVORK5CYII=',
  'image/jpeg': jpeg,
  'image/jpg': jpeg,
  'image/gif': 'R0lGODlhAQABAIAAAC+Pb////ywAAAAAAQABAAACAkQBADs=',
  'image/webp': 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
  'image/svg+xml': btoa(svg),
  'audio/wav': 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
  'application/pdf': pdf,
  'application/zip': zip,
  'application/x-zip-compressed': zip,
  'application/gzip': gzip,
  'application/x-gzip': gzip,
  'application/octet-stream': anyBytes,
  'application/x-binary': anyBytes,
};

export const sampleOf = (mediaType: string): string | undefined =>
  Object.hasOwn(samples, mediaType) ? samples[mediaType] : undefined;
