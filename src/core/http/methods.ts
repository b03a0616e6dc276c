/** The methods of requests that ask for no change (RFC 9110, section 9.2.1). */
export const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The methods that Node's HTTP parser accepts: those of RFC 9110 and of its extensions. Listed here because code that runs in a
 * browser cannot ask Node; the test compares them.
 */
export const httpMethods: ReadonlySet<string> = new Set(
  [
    'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS',
    'PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE',
  ].flatMap((methods) => methods.split(' ')),
);
