/** Names and extensions by which a file is taken for text, and extensions by which it is taken for something else. */
export const textFiles: {
  readonly extensions: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly binary: ReadonlySet<string>
} = {
  extensions: new Set(
    (
      'adoc asciidoc asm astro awk bash bat bib bicep c cc cfg cjs clj cljs cmake cmd conf cpp cs csproj css csv cts cxx d dart ' +
      'diff dockerfile editorconfig ejs elm env erl ex exs fish fs fsx gitignore go gql gradle graphql groovy h haml hbs hcl hpp ' +
      'hrl hs htm html http hxx ics inc ini ipynb java jl js json json5 jsonc jsonl jsx kt kts less lisp lock log lua m4 mak ' +
      'markdown md mdx mjs mk ml mli mm mts nim nix njk org pas patch php pl plist pm po prisma proto properties ps1 pug py pyi ' +
      'r rb rej rs rst sas sass sbt scala scm scss sh sln sol sql srt styl sv svelte svg swift tcl tex text tf tfvars toml ts ' +
      'tsv tsx twig txt v vb vhdl vim vtt vue xhtml xml xsd xsl xslt yaml yml zig zsh'
    )
      .split(' ')
      .map((extension) => `.${extension}`),
  ),
  names: new Set([
    '.babelrc',
    '.bash_profile',
    '.bashrc',
    '.dockerignore',
    '.editorconfig',
    '.env',
    '.eslintignore',
    '.eslintrc',
    '.gitattributes',
    '.gitignore',
    '.gitmodules',
    '.npmignore',
    '.npmrc',
    '.nvmrc',
    '.prettierignore',
    '.prettierrc',
    '.profile',
    '.zshrc',
    'authors',
    'brewfile',
    'build',
    'cargo.lock',
    'changelog',
    'changes',
    'codeowners',
    'containerfile',
    'contributing',
    'copying',
    'dockerfile',
    'gemfile',
    'gnumakefile',
    'go.mod',
    'go.sum',
    'jenkinsfile',
    'justfile',
    'license',
    'makefile',
    'notice',
    'pipfile',
    'podfile',
    'procfile',
    'rakefile',
    'readme',
    'todo',
    'vagrantfile',
    'workspace',
  ]),
  binary: new Set(
    (
      '7z a aac avi avif bin bmp br bz2 class db dll dmg doc docx dylib eot epub exe flac gif gz heic ico iso jar jpeg jpg ' +
      'lz4 m4a mkv mov mp3 mp4 mpeg node o odt ogg otf parquet pdf png ppt pptx pyc pyd rar rlib so sqlite tar tgz tif tiff ' +
      'ttf wasm wav weba webm webp whl woff woff2 xls xlsx xz zip zst'
    )
      .split(' ')
      .map((extension) => `.${extension}`),
  ),
}
