package syntax

// The words of each language that are colored: its keywords, and the values and
// types that it names itself.
const (
	shellWords = "if then else elif fi for while until do done case esac in select function return export local readonly unset set time"

	cWords = `auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return
		short signed sizeof static struct switch typedef union unsigned void volatile while bool true false NULL size_t
		int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t`

	cppWords = `alignas alignof catch class concept constexpr consteval const_cast decltype delete dynamic_cast explicit export final friend
		mutable namespace new noexcept nullptr operator override private protected public reinterpret_cast requires static_assert static_cast
		template this thread_local throw try typename using virtual co_await co_return co_yield
		__global__ __device__ __host__ __shared__ __constant__ __restrict__ __kernel __local`

	dockerWords = "FROM AS RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL"

	goWords = `break case chan const continue default defer else fallthrough for func go goto if import interface map package range return
		select struct switch type var true false nil iota bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64
		rune string uint uint8 uint16 uint32 uint64 uintptr any`

	objectWords = `abstract as async await base bool boolean break byte case catch char class const continue def default delegate do double
		else enum extends extension false final finally float for foreach fun func get given guard if implements implicit import in
		init inner instanceof int interface internal is lateinit lazy let long match namespace new nil null object open operator out
		override package private protected protocol public readonly record ref return sealed self set short static string String struct
		super switch synchronized this throw throws trait true try type typealias using val var virtual void volatile when where while with yield`

	javaScriptWords = `as async await break case catch class const continue debugger default delete do else enum export extends false finally
		for from function get if implements import in instanceof interface keyof let new null of private protected public readonly return
		set static super switch this throw true try type typeof undefined var void while with yield
		any bigint boolean never number string symbol unknown`

	juliaWords = `abstract baremodule begin break catch const continue do else elseif end export false finally for function global if import
		in isa let local macro missing module mutable nothing primitive quote return struct true try type using where while`

	luaWords = "and break do else elseif end false for function goto if in local nil not or repeat return then true until while"

	matlabWords = `break case catch classdef continue else elseif end endfunction endif endfor endwhile for function global if otherwise parfor
		persistent return spmd switch true false try while`

	powerShellWords = `begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function
		if in param process return switch throw trap try until using while`

	pythonWords = `and as assert async await break case class continue def del elif else except finally for from global if import in is
		lambda match nonlocal not or pass raise return try while with yield True False None`

	rWords = "break else for function if in next repeat return while TRUE FALSE NULL NA NaN Inf"

	rubyWords = `alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue
		retry return self super then true undef unless until when while yield require require_relative`

	rustWords = `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref
		return self Self static struct super trait true type union unsafe use where while bool char str String Vec Option Result
		f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize`

	sqlWords = `add all alter and any as asc begin between by case cast check column commit constraint create cross current_date
		current_timestamp database default delete desc describe distinct drop else end except exists explain false fetch first following
		for foreign from full group grouping having if in index inner insert intersect interval into is join key last lateral left like limit
		materialized merge natural not null nulls offset on or order outer over partition preceding primary qualify range recursive
		references right rollback row rows select set table then to true truncate unbounded union unique update using values view when
		where window with
		bigint blob boolean char date decimal double float int integer numeric real smallint text time timestamp varchar`
)
