/** Exit code with which the bootstrap refuses a Node that is too old. */
export const tooOldExitCode = 97

/** Oldest Node that the runner works on. */
export const oldestNodeMajor = 18

/**
 * Text for `node -e`: reads one line from a descriptor and hands it to the runner that the line holds. Nothing is read
 * from disk and nothing secret is in the arguments. Written in old JavaScript, so that an old Node says what is wrong;
 * without single quotes, so that a shell takes it as one word.
 */
export function bootstrapScript(descriptor: number): string {
  return [
    // A function, since variables of an evaluated script are globals, which the program could read.
    `(function(){var f=require("fs"),p=[],n=0,b,w=new Int32Array(new SharedArrayBuffer(4));`,
    `if(parseInt(process.versions.node,10)<${oldestNodeMajor}){`,
    `f.writeSync(2,"found Node "+process.version+"\\n");process.exit(${tooOldExitCode})}`,
    `for(;;){b=Buffer.alloc(65536);try{n=f.readSync(${descriptor},b,0,65536,null)}`,
    `catch(e){if(e.code==="EAGAIN"){Atomics.wait(w,0,0,1);continue}if(e.code!=="EOF")throw e;n=0}`,
    `if(!n)process.exit(1);p.push(b.slice(0,n));if(b[n-1]===10)break}`,
    `b=JSON.parse(Buffer.concat(p).toString());p=0;(0,eval)(b.runner)(b,require)})()`,
  ].join('')
}
